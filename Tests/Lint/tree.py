# Copyright (c) 2026 Exemplar contributors. MIT license.
"""The files that the rules look at, and the list of rules. A rule is a function of a Tree that returns sentences, one for each
problem; it is declared with bad examples, which its self-test demands that it reports."""
import dataclasses
import functools
import pathlib
import subprocess

NOT_OURS = {".git", "build", "out", "fetched", "node_modules", "__pycache__", "Binaries", "Intermediate", "Saved"}
CODE = {".h", ".cpp", ".inl"}


class Tree:
    """A plug-in folder: the files that belong to it (git's list where there is one), with '/' in their names."""

    def __init__(self, root):
        self.root = pathlib.Path(root).resolve()

    @functools.cached_property
    def files(self):
        if (self.root / ".git").exists():
            listed = subprocess.run(["git", "-C", self.root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                                    check=True, stdout=subprocess.PIPE).stdout.decode().split("\0")
            return sorted(name for name in listed if name and (self.root / name).is_file())
        names = (path.relative_to(self.root) for path in self.root.rglob("*") if path.is_file())
        return sorted(name.as_posix() for name in names if not NOT_OURS & set(name.parts))

    def below(self, *folders, kinds=None):
        """The files below the folders, of these suffixes (all without)."""
        return [name for name in self.files
                if name.startswith(tuple(f"{folder}/" for folder in folders)) and (not kinds or suffix(name) in kinds)]

    @functools.lru_cache(maxsize=None)
    def text(self, name):
        return (self.root / name).read_text(encoding="utf-8", errors="replace")

    def is_text(self, name):
        with open(self.root / name, "rb") as file:
            return b"\0" not in file.read(8192)

    def exists(self, name):
        return (self.root / name).exists()


def suffix(name):
    return pathlib.PurePosixPath(name).suffix


@dataclasses.dataclass
class Rule:
    name: str
    check: object
    bad: list
    good: list
    warns: bool


RULES = []


def rule(bad, good=(), warns=False):
    """Declares a rule. bad: examples, each a dict of file name -> text (None removes the file) laid over a small clean plug-in,
    which the rule has to report; good: likewise, which it must not. warns: its problems are printed and do not fail."""

    def declare(check):
        RULES.append(Rule(check.__name__.replace("_", "-"), check, list(bad), list(good), warns))
        return check

    return declare
