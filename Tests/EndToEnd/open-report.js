// Copyright (c) 2026 Exemplar contributors. MIT license.
// node open-report.js PAGE.html CHROMIUM [PICTURES]: opens a page in headless Chromium, light and dark, on a laptop and on a
// phone, and prints as JSON what report_test.py judges. With a folder it keeps what it saw there.
"use strict";
const fs = require("fs");
const os = require("os");
const path = require("path");
const { pathToFileURL } = require("url");
const { chromium } = require("playwright-core");

const flags = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
];

/** Runs in the page: what is there, and how well text stands out from what is behind it (WCAG 2's contrast). */
function look() {
    const parse = (color) => color.match(/[\d.]+/g).map(Number);
    const luminance = ([r, g, b]) => {
        const linear = (v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
        return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    };
    const behind = (element) => {
        for (let at = element; at; at = at.parentElement) {
            const color = parse(getComputedStyle(at).backgroundColor);
            if (color.length < 4 || color[3] > 0.99) return color;
        }
        return [255, 255, 255];
    };
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let worst = { contrast: 21, text: "" };
    for (let node = words.nextNode(); node; node = words.nextNode()) {
        const element = node.parentElement;
        if (!node.textContent.trim() || element.tagName === "title" || element.getClientRects().length === 0) continue;
        const svg = element.closest("svg");
        const style = getComputedStyle(element);
        const front = luminance(parse(svg ? style.fill : style.color)), back = luminance(behind(svg || element));
        const contrast = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
        if (contrast < worst.contrast) worst = { contrast, text: node.textContent.trim().slice(0, 60) };
    }
    const all = (query) => [...document.querySelectorAll(query)];
    return {
        title: document.title,
        headings: all("h1,h2,h3").map((h) => h.textContent.trim()),
        pictures: all("img").map((i) => ({ width: i.naturalWidth, height: i.naturalHeight, alt: i.alt })),
        plots: all("svg.plot").map((s) => s.getAttribute("aria-label")),
        tables: all("table").length,
        tags: [...new Set(all("*").map((e) => e.tagName.toLowerCase()))].sort(),
        handlers: all("*").flatMap((e) => e.getAttributeNames()).filter((name) => name.startsWith("on")),
        brokenLinks: all("a").map((a) => a.getAttribute("href")).filter((h) => !h.startsWith("#") || !document.getElementById(h.slice(1))),
        text: document.body.innerText,
        pageWidth: document.documentElement.scrollWidth,
        background: getComputedStyle(document.body).backgroundColor,
        worst,
    };
}

async function main() {
    const [file, executablePath, pictures] = process.argv.slice(2);
    const profile = fs.mkdtempSync(path.join(os.tmpdir(), "exemplar-chromium-"));
    const views = [];
    let context;
    try {
        context = await chromium.launchPersistentContext(profile, { executablePath, headless: true, args: flags });
        for (const width of [1280, 400]) {
            for (const colorScheme of ["light", "dark"]) {
                const page = await context.newPage();
                await page.setViewportSize({ width, height: 900 });
                await page.emulateMedia({ colorScheme });
                const complaints = [], requests = [];
                page.on("console", (message) => complaints.push(message.text()));
                page.on("pageerror", (error) => complaints.push(String(error)));
                page.on("dialog", (dialog) => { complaints.push("dialog " + dialog.message()); dialog.dismiss(); });
                page.on("request", (request) => { if (!request.url().startsWith("data:")) requests.push(request.url()); });
                await page.goto(pathToFileURL(file).href, { waitUntil: "load" });
                views.push({ width, colorScheme, complaints, requests, ...(await page.evaluate(look)) });
                if (pictures) await page.screenshot({ path: path.join(pictures, `${width}-${colorScheme}.png`), fullPage: true });
                await page.close();
            }
        }
        const paper = await context.newPage();
        await paper.goto(pathToFileURL(file).href, { waitUntil: "load" });
        const pdf = await paper.pdf({ format: "A4" });
        console.log(JSON.stringify({ address: pathToFileURL(file).href, pdf: pdf.length, views }));
    } finally {
        if (context) await context.close();
        fs.rmSync(profile, { recursive: true, force: true });
    }
}

main().catch((error) => {
    console.error(String(error));
    process.exit(1);
});
