#!/usr/bin/env bash
# Copyright (c) 2026 Exemplar contributors. MIT license.
# Scripts/demo.sh: builds the command line and lets it make the sample character of examples. Everything lands in out/demo/.
set -euo pipefail
cd "$(dirname "$0")/.."
Scripts/setup.sh
mkdir -p out
cmake --preset release >out/configure.log || { cat out/configure.log; exit 1; }
cmake --build --preset release --target exemplar
exemplar=build/release/Source/Programs/exemplar
out=out/demo
rm -rf "$out"
started=$SECONDS

show() {
    local words=() word
    for word in "$@"; do
        case $word in *" "*) words+=("'$word'") ;; *) words+=("$word") ;; esac
    done
    echo "$ exemplar ${words[*]}" >&2
    "$exemplar" "$@"
}
show sample "$out/examples" --walk
mv "$out/examples/sample.exemplar" "$out/sample.exemplar" # the truth; what follows sees the examples alone
show build "$out/examples" -o "$out/build" --name "Sample figure" --bones 21 # as many as the figure has joints; without, the number is chosen
show convert "$out/sample.exemplar" "$out/sample.glb"
if command -v node >/dev/null && [ -d Tests/EndToEnd/node_modules/gltf-validator ]; then
    node Tests/EndToEnd/validate-gltf.js "$out/build/character.glb" "$out/sample.glb"
else
    echo "Khronos' glTF validator is missing: the .glb files were not validated." >&2
    [ "${CI:-}" != true ]
fi

# The pictures of README.md, which are kept in Docs/Images.
draw() {
    show render "$@" || { echo "No pictures without Vulkan." >&2; [ "${CI:-}" != true ]; }
}
draw "$out/sample.exemplar" --title "The sample character" --columns 5 -o "$out/poses.jpg" \
    --pose poses:0=Stand --pose poses:4="Elbow bend" --pose poses:8="Knee bend" --pose poses:9="High knee" \
    --pose poses:10=Crouch --pose poses:11=Lunge --pose poses:12="Torso twist" --pose poses:13="Forward bend" \
    --pose poses:14=Wave --pose poses:15="Tip toe"
draw "$out/build/character.exemplar" --title "A character that was built from examples" --against "$out/examples" \
    --skeleton --pose 9="High knee" --pose 11=Lunge -o "$out/rig-error.jpg"

cat <<END

$((SECONDS - started)) seconds for the sample. Where to look, in $out:
  build/report.html  the page to open: the character beside its examples, its levels, plots and numbers
  build/             character.exemplar for Unreal, character.glb for any glTF viewer, pictures, figures.json for programs
  examples/          rest.obj and frames.pc2: what it was built from (any 3D program opens them)
  sample.exemplar    the character behind the examples, which the build did not see; sample.glb: the same for viewers
  poses.jpg          the sample in ten poses; rig-error.jpg: the built character beside its examples
END
