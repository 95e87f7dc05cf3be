// Copyright (c) 2026 Exemplar contributors. MIT license.
// meshoptimizer's simplifyWithAttributes with poses stacked as attributes, for the lod benchmark: reads a file of
// int32 vertices, indices, attributes, targets; then float32 positions, attributes, weights, uint32 indices and
// target index counts. Writes, for each target, its count and indices as uint32.
import { readFileSync, writeFileSync } from "node:fs";
import { MeshoptSimplifier } from "meshoptimizer";

await MeshoptSimplifier.ready;
const bytes = readFileSync(process.argv[2]);
const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
const [vertices, indexCount, attributes, targets] = new Int32Array(buffer, 0, 4);
let offset = 16;
const floats = (count) => { const out = new Float32Array(buffer, offset, count); offset += 4 * count; return out; };
const integers = (count) => { const out = new Uint32Array(buffer, offset, count); offset += 4 * count; return out; };
const positions = floats(3 * vertices);
const values = floats(attributes * vertices);
const weights = Array.from(floats(attributes));
const indices = integers(indexCount);
const out = [];
for (const target of integers(targets)) {
    const [result] = MeshoptSimplifier.simplifyWithAttributes(
        indices, positions, 3, values, attributes, weights, null, target, 1e30, []);
    out.push(result.length, ...result);
}
writeFileSync(process.argv[3], new Uint8Array(Uint32Array.from(out).buffer));
