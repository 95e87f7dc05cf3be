#!/usr/bin/env bash
# Copyright (c) 2026 Exemplar contributors. MIT licence.
# Scripts/demo.sh: builds the command line and lets it make the sample character. Everything lands in out/demo/.
set -euo pipefail
cd "$(dirname "$0")/.."
Scripts/setup.sh
mkdir -p out
cmake --preset release >out/configure.log || { cat out/configure.log; exit 1; }
cmake --build --preset release --target exemplar
exemplar=build/release/Source/Programs/exemplar
out=out/demo
rm -rf "$out"

show() {
    echo "$ exemplar $*" >&2
    "$exemplar" "$@"
}
show sample "$out/examples" --walk
mv "$out/examples/sample.exemplar" "$out/sample.exemplar"
show convert "$out/sample.exemplar" "$out/sample.glb"
show convert "$out/sample.exemplar" "$out/sample-bones.glb" --colour-by-bone --influences 8
show rig "$out/examples" --bones 21 -o "$out/rig.exemplar" --json "$out/rig.json" --reconstruction "$out/rig.pc2"
show convert "$out/rig.exemplar" "$out/rig.glb" --colour-by-bone
if command -v node >/dev/null && [ -d Tests/EndToEnd/node_modules/gltf-validator ]; then
    node Tests/EndToEnd/validate-gltf.js "$out/sample.glb" "$out/sample-bones.glb" "$out/rig.glb"
else
    echo "Khronos' glTF validator is missing: the .glb files were not validated." >&2
    [ "${CI:-}" != true ]
fi
draw() {
    show render "$@" || { echo "No pictures without Vulkan." >&2; [ "${CI:-}" != true ]; }
}
draw "$out/sample.exemplar" --title "The sample character" --columns 5 -o "$out/poses.jpg" \
    --pose poses:0=Stand --pose poses:4="Elbow bend" --pose poses:8="Knee bend" --pose poses:9="High knee" \
    --pose poses:10=Crouch --pose poses:11=Lunge --pose poses:12="Torso twist" --pose poses:13="Forward bend" \
    --pose poses:14=Wave --pose poses:15="Tip toe"
draw "$out/rig.exemplar" --title "A rig that was found from examples" --against "$out/examples" --skeleton \
    --pose 9="High knee" --pose 11=Lunge -o "$out/rig-error.jpg"
show lod "$out/sample.exemplar" -o "$out/levels.exemplar" --level-plot "$out/levels.svg"
draw "$out/levels.exemplar" --title "Levels of detail" --lod all --wireframe --columns 5 --pose poses:9="" -o "$out/levels.jpg"
draw "$out/rig.exemplar" --show bone --pose 14 --view front --view back -o "$out/rig-bones.jpg"
show inspect "$out/examples" --json >"$out/examples.json"
show inspect "$out/sample.exemplar" --json >"$out/sample.json"
{
    echo "The examples"
    echo
    "$exemplar" inspect "$out/examples"
    echo
    echo "The character"
    echo
    "$exemplar" inspect "$out/sample.exemplar"
} | tee "$out/inspect.txt"

cat <<END

Where to look, in $out:
  examples/          rest.obj and frames.pc2: what a character is built from (any 3D program opens them)
  sample.exemplar    the character behind them: skeleton, weights, clips
  sample.glb         the same for viewers (drop it on any glTF viewer; it has a walk)
  sample-bones.glb   coloured by bone, eight influences
  rig.glb            a rig that was found from the examples alone, coloured by bone; rig.svg, rig.json: its error
  poses.jpg          the sample in ten poses; rig-error.jpg, rig-bones.jpg: the rig beside the examples, and its bones
  levels.jpg         its levels of detail, which are in levels.exemplar; levels.svg: their error
  inspect.txt        what is in both; examples.json and sample.json for programs
END
