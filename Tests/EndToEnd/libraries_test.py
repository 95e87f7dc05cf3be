# Copyright (c) 2026 Exemplar contributors. MIT license.
"""Libraries that are fetched as source (ufbx, Alembic): what is fetched is checked, and what is missing leaves its format out."""

import os
import shutil
import subprocess
import unittest

from program import ROOT, ProgramTest

UFBX = {"ufbx.h": "#define UFBX_HEADER_VERSION ufbx_pack_version(0, 21, 3)\n", "ufbx.c": "\n",
        "LICENSE": "MIT License\nPermission is hereby granted, free of charge, to any person\n"}
ALEMBIC = {"CMakeLists.txt": "PROJECT(Alembic VERSION 1.8.8)\n", "lib/Alembic/AbcGeom/IPolyMesh.cpp": "\n",
           "lib/Alembic/AbcCoreOgawa/ReadWrite.h": "\n",
           "LICENSE.txt": "Sony Pictures Imageworks\nRedistribution and use in source and binary forms, with or without\n"}


class LibrariesTest(ProgramTest):
    def write_source(self, name, files):
        for file, content in files.items():
            self.write(f"{name}/{file}", content)
        return self.folder / name

    def check(self, library, folder):
        return subprocess.run(["cmake", f"-DFOLDER={folder}", "-P", ROOT / f"ThirdParty/{library}/check.cmake"],
                              capture_output=True, encoding="utf-8")

    def test_the_license_and_the_version_of_a_fetched_source_are_checked(self):
        for library, good, changes in [
                ("ufbx", UFBX, [("LICENSE", "GNU General Public License\n", "is not the MIT license"),
                                ("ufbx.h", UFBX["ufbx.h"].replace("21", "9"), "version 0.9.3 is older than 0.20")]),
                ("alembic", ALEMBIC, [("LICENSE.txt", "all rights reserved\n", "is not Alembic's BSD license"),
                                      ("CMakeLists.txt", "PROJECT(Alembic VERSION 1.7.16)\n", "version 1.7.16 is older than 1.8")])]:
            result = self.check(library, self.write_source(library, good))
            self.assertEqual(result.returncode, 0, result.stderr)
            for file, content, words in changes:
                result = self.check(library, self.write_source(library, {**good, file: content}))
                self.assertNotEqual(result.returncode, 0)
                self.assertIn(words, " ".join(result.stderr.split()))
                self.write_source(library, good)
            missing = next(iter(good))
            (self.folder / library / missing).unlink()
            result = self.check(library, self.folder / library)
            self.assertIn(f"has no {missing}", " ".join(result.stderr.split()))

    def test_a_library_that_cannot_be_had_is_left_out_except_in_ci(self):
        tree = self.folder / "tree"
        (tree / "ThirdParty/ufbx").mkdir(parents=True)
        shutil.copy(ROOT / "ThirdParty/ufbx/check.cmake", tree / "ThirdParty/ufbx")
        script = self.write("tree/find.cmake", f"""
            include({ROOT}/Scripts/third-party.cmake)
            exemplar_find_source(ufbx ufbx.c "file://{tree}/nothing.tar.gz" FOUND)
            message("found '${{FOUND}}'")""")

        def find(**variables):
            # In script mode the source folder is the one that cmake runs in.
            return subprocess.run(["cmake", "-P", script], cwd=tree, capture_output=True, encoding="utf-8",
                                  env={**{k: v for k, v in os.environ.items() if k != "CI"}, **variables})

        result = find()
        self.assertEqual((result.returncode, result.stderr.strip()), (0, "found ''"))
        result = find(CI="true")
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("The source of ufbx is missing: run Scripts/setup.sh.", result.stderr)
        own = self.write_source("own", UFBX)
        self.assertIn(f"found '{own}'", find(EXEMPLAR_UFBX_DIR=str(own)).stderr)
        self.write_source("own", {"LICENSE": "other\n"})
        self.assertIn("found ''", find(EXEMPLAR_UFBX_DIR=str(own)).stderr)


if __name__ == "__main__":
    unittest.main()
