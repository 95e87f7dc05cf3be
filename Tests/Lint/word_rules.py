# Copyright (c) 2026 Exemplar contributors. MIT license.
"""Rules about words: American spelling everywhere."""
import re

from source_rules import HEAD
from tree import rule

# British words and what to write instead. The endings of nouns and verbs follow in WORD.
SPELLINGS = {
    "aluminium": "aluminum", "analogue": "analog", "armour": "armor", "artefact": "artifact", "behaviour": "behavior",
    "calibre": "caliber", "centre": "center", "centred": "centered", "centring": "centering", "cheque": "check", "colour": "color",
    "defence": "defense", "draught": "draft", "enrol": "enroll", "favour": "favor", "favourite": "favorite", "fibre": "fiber",
    "flavour": "flavor", "fulfil": "fulfill", "grey": "gray", "harbour": "harbor", "honour": "honor", "humour": "humor",
    "judgement": "judgment", "labour": "labor", "learnt": "learned", "licence": "license", "litre": "liter", "manoeuvre": "maneuver",
    "metre": "meter", "mould": "mold", "neighbour": "neighbor", "neighbourhood": "neighborhood", "neighbouring": "neighboring",
    "odour": "odor", "offence": "offense", "plough": "plow", "pretence": "pretense", "programme": "program", "rigour": "rigor",
    "rumour": "rumor", "saviour": "savior", "sceptical": "skeptical", "skilful": "skillful", "spelt": "spelled", "theatre": "theater",
    "tumour": "tumor", "tyre": "tire", "vapour": "vapor", "whilst": "while",
}
# Verbs that end in -ise there and in -ize here; -isation, -iser and -isable follow.
IZE = """amort anonym apolog author canonical capital categor central character color crystall custom deserial diagonal digit
discret emphas energ equal factor final formal general harmon hypothes initial item itern jeopard linear local maxim memor
minim minimal mobil modern monopol neutral normal object optim organ orthogonal orthonormal oxid parallel parameter parametr
penal personal polar popular prior quant random raster rational real recogn regular reorgan sanit scrutin serial social special
stabil standard summar symmetr sympath synchron tabular token triangular util vector virtual visual volum voxel"""
# Verbs that double their last letter there.
DOUBLED = "cancel channel dial equal fuel initial label level marshal model panel pencil signal total travel tunnel"

BRITISH = re.compile(
    r"^(?:(?P<word>" + "|".join(SPELLINGS) + r")(?:s|d|ed|ing|less|ful|ly)?"
    r"|(?P<ise>(?:de|dis|pre|re|un)?(?:" + "|".join(IZE.split()) + r")is)(?:e|ed|es|er|ers|ing|able|ation|ations)"
    r"|(?P<yse>(?:re)?(?:anal|catal|dial|paral)ys)(?:e|ed|er|ers|ing)"
    r"|(?P<doubled>(?:re|un)?(?:" + "|".join(DOUBLED.split()) + r")l)(?:ed|ing|er|ers))$", re.IGNORECASE)
# Words in prose and in identifiers: FaceCentres, face_centres, FACE_CENTRES.
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
# Texts of others, and files that hold no words.
NOT_OURS = re.compile(r"^(ThirdParty/.*LICENSE.*|LICENSE|Tests/Fuzz/Corpus/.*|.*package-lock\.json|Tests/Lint/word_rules\.py|Tests/Unreal/Engine/EditorReimportHandler\.h|Content/.*)$")
# A name of the engine.
ENGINE = re.compile(r"\bEReimportResult::Cancelled\b")


def american(word):
    """What to write instead of a word, or None."""
    match = BRITISH.match(word)
    if not match:
        return None
    rest = word[match.end(match.lastgroup):].lower()
    if match["word"]:
        return SPELLINGS[match["word"].lower()] + rest
    stem = match[match.lastgroup].lower()
    return (stem[:-1] + "z" if match["ise"] or match["yse"] else stem[:-1]) + rest


@rule(
    bad=[{"Docs/A.md": "The centre of a face.\n"}, {"Docs/A.md": "Neighbours are summarised.\n"},
         {"Source/ExemplarCore/Private/A.cpp": HEAD + "int FaceCentres;\n"}, {"Source/ExemplarCore/Private/A.cpp": HEAD + "// NORMALISED\n"},
         {"Scripts/a.py": "# Copyright\nvertex_colour = 1\n"}, {"Shaders/A.usf": HEAD + "float Grey;\n"}, {"Docs/Colour.md": "x\n"},
         {"Docs/A.md": "Labelled, analysed, travelling.\n"}, {"Source/ExemplarCore/Private/A.cpp": HEAD + "void OptimiseOrder();\n"}],
    good=[{"Docs/A.md": "Center, gray, promise, otherwise, raised, noise, precise, analysis, parallel, diameter, parameter, controlled.\n"},
          {"ThirdParty/A/LICENSE": "a licence\n", "ThirdParty/A/README.md": "x\n"}])
def american_spelling(tree):
    """Identifiers, comments, messages, pages, scripts and file names use American spelling."""
    problems = []
    for name in tree.files:
        if NOT_OURS.match(name):
            continue
        lines = [name] + (tree.text(name).splitlines() if tree.is_text(name) else [])
        for number, line in enumerate(lines):
            for word in WORD.findall(ENGINE.sub("", line)):
                better = american(word)
                if better:
                    problems.append(f"{name}{f':{number}' if number else ''}: {word}; write {better}")
    return problems
