// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Report/ReportStyle.h"

namespace Exemplar
{

const char* const ReportStyleSheet = R"css(
:root {
	color-scheme: light dark;
	--page: #f4f5f7; --card: #ffffff; --ink: #15181d; --soft: #535c68; --line: #dfe3e8; --faint: #edf0f3;
	--c1: #1868b7; --c2: #c2570c; --c3: #0a7d57; --bad: #c02f2a; --pale: #a9bed3; --link: #0f5ba8; --warn: #fff6e5; --warnline: #e8c583;
}
@media (prefers-color-scheme: dark) {
	:root {
		--page: #101317; --card: #181c22; --ink: #e9ecf0; --soft: #a3adb9; --line: #2d343d; --faint: #222830;
		--c1: #62a8ee; --c2: #f0934e; --c3: #4cc397; --bad: #f07670; --pale: #4a6078; --link: #85bdf5; --warn: #2a2416; --warnline: #6b5625;
	}
	img { filter: brightness(.92); }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth; }
body {
	margin: 0; background: var(--page); color: var(--ink);
	font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", Helvetica, Arial, sans-serif;
	font-feature-settings: "kern", "liga"; overflow-wrap: break-word;
}
main, header, footer { max-width: 1160px; margin: 0 auto; padding: 0 28px; }
a { color: var(--link); text-underline-offset: .15em; }
h1 { font-size: clamp(1.9rem, 4.6vw, 3rem); line-height: 1.1; letter-spacing: -.022em; margin: 0; font-weight: 700; }
h2 { font-size: 1.62rem; letter-spacing: -.015em; line-height: 1.2; margin: 0 0 .35rem; font-weight: 680; }
h3 { font-size: 1.05rem; margin: 0 0 .5rem; line-height: 1.35; font-weight: 650; }
p { margin: 0 0 .9rem; max-width: 72ch; }
header { padding-top: 34px; }
.kind { color: var(--soft); font-size: .82rem; letter-spacing: .09em; text-transform: uppercase; margin: 0 0 .5rem; }
.lead { font-size: clamp(1.1rem, 2vw, 1.34rem); line-height: 1.42; margin: .8rem 0 1.3rem; max-width: 58ch; }
.lead b { font-weight: 650; }
.hero { margin: 0; }
.hero img { width: 100%; border-radius: 14px; }
img { display: block; max-width: 100%; height: auto; border-radius: 9px; }
figure { margin: 0; min-width: 0; }
figcaption { color: var(--soft); font-size: .875rem; line-height: 1.42; margin-top: .5rem; }
figcaption b { color: var(--ink); font-weight: 600; }
.tiles { display: flex; flex-wrap: wrap; gap: 12px; margin: 18px 0 20px; padding: 0; }
.tiles div { flex: 1 1 140px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 13px 15px 11px; }
.tiles dt { color: var(--soft); font-size: .8rem; }
.tiles dd { margin: 0; font-size: 1.3rem; font-weight: 660; letter-spacing: -.015em; line-height: 1.35; white-space: nowrap; font-variant-numeric: tabular-nums; }
.tiles small { display: block; white-space: normal; color: var(--soft); font-size: .8rem; font-weight: 400; letter-spacing: 0; }
.facts { padding-left: 1.1rem; margin: 0 0 1.2rem; max-width: 76ch; }
.facts li { margin: .22rem 0; }
nav { position: sticky; top: 0; z-index: 2; background: var(--page); border-bottom: 1px solid var(--line); }
nav ul { max-width: 1160px; margin: 0 auto; padding: 9px 28px; list-style: none; display: flex; flex-wrap: wrap; gap: 2px 20px; font-size: .92rem; }
nav a { text-decoration: none; color: var(--ink); }
nav a:hover { color: var(--link); text-decoration: underline; }
section { margin: 46px 0 0; scroll-margin-top: 56px; }
section > p:first-of-type { color: var(--soft); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 18px; margin: 16px 0 0; }
.three { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 12px; }
.two { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 16px; }
.three img, .two img, .film img, .strip img { width: 100%; }
.halves { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 16px; align-items: start; margin-top: 16px; }
.halves .card { margin: 0; height: 100%; }
.halves .two { gap: 10px; }
.strip { display: grid; grid-template-columns: repeat(auto-fit, minmax(196px, 1fr)); gap: 16px 12px; }
.film { display: grid; grid-template-columns: repeat(auto-fill, minmax(112px, 1fr)); gap: 12px 8px; }
.film figcaption { font-size: .78rem; margin-top: .25rem; font-variant-numeric: tabular-nums; }
.film figcaption b { display: block; }
.film .worst img { outline: 2px solid var(--bad); outline-offset: 1px; }
.sizes { display: flex; flex-wrap: wrap; gap: 20px 26px; align-items: flex-end; }
.sizes .pair { display: flex; gap: 4px; align-items: flex-end; }
.sizes .pair img { min-width: 0; border-radius: 5px; }
.sizes figure { max-width: 100%; }
.scale { margin: 14px 0 2px; max-width: 620px; }
.scale i { display: block; height: 13px; border-radius: 3px; }
.scale ol { display: flex; justify-content: space-between; list-style: none; margin: 4px 0 0; padding: 0; font-size: .82rem; font-variant-numeric: tabular-nums; }
.scale ol li { width: 0; display: flex; justify-content: center; white-space: nowrap; }
.scale ol li:first-child { justify-content: flex-start; }
.scale ol li:last-child { justify-content: flex-end; }
.scale p { color: var(--soft); font-size: .82rem; margin: .2rem 0 0; }
.steps { display: flex; gap: 3px; max-width: 420px; list-style: none; margin: 12px 0 0; padding: 0; font-size: .82rem; text-align: center; }
.steps li { flex: 1; }
.steps i { display: block; height: 13px; border-radius: 3px; }
.swatches { list-style: none; margin: 12px 0 0; padding: 0; columns: 8.2em auto; column-gap: 14px; font-size: .82rem; }
.swatches li { break-inside: avoid; margin: 0 0 3px; }
.swatches i { display: inline-block; width: 11px; height: 11px; border-radius: 3px; margin-right: 7px; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(440px, 100%), 1fr)); gap: 16px; margin-top: 16px; }
.plots figure { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 16px 18px; }
svg.plot { display: block; width: 100%; height: auto; }
.plot text { font-size: 13px; fill: var(--soft); font-variant-numeric: tabular-nums; }
.plot .grid { stroke: var(--line); } .plot .minor { stroke: var(--faint); } .plot .axis { stroke: var(--soft); }
.plot .c1 { fill: var(--c1); } .plot .c2 { fill: var(--c2); } .plot .c3 { fill: var(--c3); } .plot .bad { fill: var(--bad); } .plot .pale { fill: var(--pale); }
.plot .line { fill: none; stroke-width: 2.2; stroke-linejoin: round; stroke-linecap: round; }
.plot .line.c1 { stroke: var(--c1); fill: none; } .plot .line.c2 { stroke: var(--c2); fill: none; }
.plot .thin { stroke: var(--pale); stroke-width: 1.4; stroke-dasharray: 4 4; }
.plot .mark { stroke: var(--ink); stroke-width: 1.6; }
.key { display: inline-block; width: .75em; height: .75em; border-radius: .2em; margin: 0 .3em 0 0; vertical-align: -.03em; }
.key.c1 { background: var(--c1); } .key.c2 { background: var(--c2); } .key.c3 { background: var(--c3); }
.key.bad { background: var(--bad); } .key.pale { background: var(--pale); } .key.mark { background: var(--ink); height: .16em; vertical-align: .25em; }
.table { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 14px; margin: 12px 0 26px; }
.tall { max-height: 560px; overflow-y: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 7px 14px; border-bottom: 1px solid var(--line); vertical-align: top; }
tr:last-child td, tr:last-child th { border-bottom: 0; }
thead th { position: sticky; top: 0; background: var(--card); color: var(--soft); font-weight: 600; font-size: .82rem; white-space: nowrap; box-shadow: inset 0 -1px var(--line); }
tbody th { font-weight: 550; }
td.n, th.n { text-align: right; white-space: nowrap; }
tr.group th { background: var(--faint); color: var(--soft); font-size: .8rem; letter-spacing: .04em; text-transform: uppercase; font-weight: 600; }
tr.worst td, tr.worst th { color: var(--bad); }
.means { color: var(--soft); font-size: .875rem; max-width: 92ch; margin-bottom: .3rem; }
.wide td:nth-child(3) { min-width: 300px; }
.wide tbody th { min-width: 9.6em; }
.stages th { white-space: nowrap; }
.problems { list-style: none; padding: 0; margin: 16px 0 0; display: grid; gap: 10px; }
.problems li { background: var(--warn); border: 1px solid var(--warnline); border-radius: 12px; padding: 12px 16px; }
.problems p { margin: 0; max-width: 90ch; }
.problems p + p { color: var(--soft); margin-top: .25rem; }
.note { background: var(--card); border: 1px dashed var(--line); border-radius: 12px; padding: 14px 16px; margin: 16px 0 0; max-width: none; color: var(--soft); }
.pairs { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(290px, 100%), 1fr)); gap: 2px 32px; margin: 12px 0 26px; font-size: .9rem; }
.pairs div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 12px; border-bottom: 1px solid var(--faint); padding: 3px 0; min-width: 0; }
.pairs dt { color: var(--soft); } .pairs dd { margin: 0; min-width: 0; text-align: right; font-variant-numeric: tabular-nums; }
h1, h3, .lead, .facts, .problems, .pairs dt, .pairs dd, .note, figcaption, tbody th, td bdi { overflow-wrap: anywhere; }
footer { color: var(--soft); font-size: .85rem; padding-top: 40px; padding-bottom: 48px; }
@media (max-width: 900px) {
	.halves { grid-template-columns: minmax(0, 1fr); }
}
@media (max-width: 700px) {
	main, header, footer { padding-left: 16px; padding-right: 16px; }
	header { padding-top: 22px; }
	nav { position: static; } nav ul { padding: 8px 16px; }
	section { margin-top: 36px; scroll-margin-top: 10px; }
	.card { padding: 12px; border-radius: 12px; }
	.three { grid-template-columns: repeat(2, minmax(0, 1fr)); } .three figure:nth-child(3) { grid-column: 1 / -1; }
	.two { gap: 10px; }
	.strip { grid-template-columns: repeat(2, minmax(0, 1fr)); }
	.film { grid-template-columns: repeat(4, minmax(0, 1fr)); }
	.tiles { gap: 8px; } .tiles div { flex-basis: 130px; } .tiles dd { font-size: 1.2rem; }
	.plots figure { padding: 12px 8px; } .plot text { font-size: 15px; }
	th, td { padding: 6px 10px; } .wide thead { display: none; }
	.wide, .wide tbody, .wide tr.group, .wide tr.group th { display: block; }
	.wide tr:not(.group) { display: grid; grid-template-columns: 1fr auto; border-bottom: 1px solid var(--line); padding: 4px 0; }
	.wide tr:not(.group) > * { border: 0; min-width: 0; padding-top: 2px; padding-bottom: 2px; }
	.wide td:nth-child(3) { grid-column: 1 / -1; min-width: 0; color: var(--soft); font-size: .85rem; }
	.wide td:nth-child(4) { grid-column: 1 / -1; color: var(--soft); font-size: .85rem; }
	.wide td:nth-child(4)::before { content: "better: "; }
}
@media print {
	:root {
		--page: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #ccc; --faint: #eee; --c1: #1868b7; --c2: #c2570c; --c3: #0a7d57;
		--bad: #c02f2a; --pale: #a9bed3; --link: #000; --warn: #fff; --warnline: #999;
	}
	.scale i, .steps i, .swatches i, .key, tr.group th { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
	body { font-size: 10.5pt; } nav { display: none; } img { filter: none; }
	figure, .card, tr, .problems li, .tiles div { break-inside: avoid; } h2, h3 { break-after: avoid; }
	.tall { max-height: none; } .table { overflow: visible; } thead th { position: static; }
	section { margin-top: 24px; }
}
)css";

} // namespace Exemplar
