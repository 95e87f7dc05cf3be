#!/usr/bin/env node
// Copyright (c) 2026 Exemplar contributors. MIT license.
// node validate-gltf.js FILE...: Khronos' validator on each file (.glb, or .gltf with its buffers beside it). Prints every
// error and warning; fails when there is one.
const fs = require("fs");
const path = require("path");
const validator = require("gltf-validator");

async function validate(file) {
    const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {
        uri: path.basename(file),
        maxIssues: 0,
        externalResourceFunction: (uri) =>
            fs.promises.readFile(path.join(path.dirname(file), decodeURIComponent(uri))).then((bytes) => new Uint8Array(bytes)),
    });
    const { numErrors, numWarnings, messages } = report.issues;
    const bad = messages.filter((message) => message.severity < 2);
    bad.slice(0, 20).forEach((m) => console.log(`${file}: ${m.severity ? "warning" : "error"} ${m.code} at ${m.pointer}: ${m.message}`));
    console.log(`${file}: ${numErrors} errors, ${numWarnings} warnings`);
    return numErrors + numWarnings === 0;
}

(async () => {
    const files = process.argv.slice(2);
    if (files.length === 0) throw new Error("name the files to validate");
    let good = true;
    for (const file of files) good = (await validate(file)) && good;
    process.exit(good ? 0 : 1);
})().catch((error) => {
    console.error(`validate-gltf: ${error.message ?? error}`);
    process.exit(2);
});
