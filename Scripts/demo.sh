#!/usr/bin/env bash
# Copyright (c) 2026 Exemplar contributors. MIT license.
# Scripts/demo.sh [--full]: builds the command line and turns the examples of the sample character into a character. All output goes to
# out/demo/. Pictures are drafts, with fewer samples and lights, unless --full is given.
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1:-}" in
    "") quality=(--draft) ;;
    --full) quality=() ;;
    *) echo "usage: Scripts/demo.sh [--full]" >&2; exit 2 ;;
esac
Scripts/setup.sh
mkdir -p out
cmake --preset release >out/configure.log || { cat out/configure.log; exit 1; }
cmake --build --preset release --target exemplar
built=$SECONDS
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
show build "$out/examples" -o "$out/build" "${quality[@]}" --name "Sample figure" --bones 21 # as many as the figure has joints; without, the number is chosen
show convert "$out/sample.exemplar" "$out/sample.glb"
if command -v node >/dev/null && [ -d Tests/EndToEnd/node_modules/gltf-validator ]; then
    node Tests/EndToEnd/validate-gltf.js "$out/build/character.glb" "$out/sample.glb"
else
    echo "Khronos' glTF validator is missing: the .glb files were not validated." >&2
    [ "${CI:-}" != true ]
fi

# The pictures of README.md, which are kept in Docs/Images.
draw() {
    show render "$@" "${quality[@]}" || { echo "No pictures without Vulkan." >&2; [ "${CI:-}" != true ]; }
}
draw "$out/sample.exemplar" --title "The sample character" --columns 5 -o "$out/poses.jpg" \
    --pose poses:0=Stand --pose poses:4="Elbow bend" --pose poses:8="Knee bend" --pose poses:9="High knee" \
    --pose poses:10=Crouch --pose poses:11=Lunge --pose poses:12="Torso twist" --pose poses:13="Forward bend" \
    --pose poses:14=Wave --pose poses:15="Tip toe"
draw "$out/build/character.exemplar" --title "A character that was built from examples" --against "$out/examples" \
    --skeleton --pose 9="High knee" --pose 11=Lunge -o "$out/rig-error.jpg"

cat <<END

$built seconds to build the command line, $((SECONDS - started)) for the sample. Where to look, in $out:
  build/report.html  the page to open: the character beside its examples, its levels, plots and numbers
  build/             character.exemplar for Unreal, character.glb for any glTF viewer, pictures, figures.json for programs
  examples/          rest.obj and frames.pc2: what it was built from (any 3D program opens them)
  sample.exemplar    the character behind the examples, which the build did not see; sample.glb: the same for viewers
  poses.jpg          the sample in ten poses; rig-error.jpg: the built character beside its examples
END
