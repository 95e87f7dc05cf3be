// Copyright (c) 2026 Exemplar contributors. MIT license.
// The simplifiers of meshoptimizer for the lod benchmark, with poses stacked as attributes where they take any. Reads a
// file of int32 simplifier, vertices, indices, attributes, targets; then float32 positions, attributes, weights, uint32
// indices and target index counts. Writes, for each target, the count and the indices as uint32 and the positions of
// all vertices as float32: simplifyWithUpdate moves them.
import { readFileSync, writeFileSync } from "node:fs";
import { MeshoptSimplifier } from "meshoptimizer";

await MeshoptSimplifier.ready;
const bytes = readFileSync(process.argv[2]);
const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
const [simplifier, vertices, indexCount, attributes, targets] = new Int32Array(buffer, 0, 5);
let offset = 20;
const floats = (count) => { const out = new Float32Array(buffer, offset, count); offset += 4 * count; return out; };
const integers = (count) => { const out = new Uint32Array(buffer, offset, count); offset += 4 * count; return out; };
const positions = floats(3 * vertices);
const values = floats(attributes * vertices);
const weights = Array.from(floats(attributes));
const indices = integers(indexCount);
const out = [];
for (const target of integers(targets)) {
    const moved = positions.slice();
    let result;
    if (simplifier === 0) {
        [result] = MeshoptSimplifier.simplify(indices, positions, 3, target, 1e30, []);
    } else if (simplifier === 1) {
        [result] = MeshoptSimplifier.simplifySloppy(indices, positions, 3, null, target, 1e30);
    } else if (simplifier === 2) {
        [result] = MeshoptSimplifier.simplifyWithAttributes(
            indices, positions, 3, values, attributes, weights, null, target, 1e30, []);
    } else {
        const inPlace = indices.slice();
        const [count] = MeshoptSimplifier.simplifyWithUpdate(
            inPlace, moved, 3, values.slice(), attributes, weights, null, target, 1e30, []);
        result = inPlace.slice(0, count);
    }
    out.push(new Uint32Array([result.length]), result, moved);
}
writeFileSync(process.argv[3], Buffer.concat(out.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength))));
