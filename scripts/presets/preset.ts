/** One preset as a drawing: paper, field, two woven rings, microprint, medallion and vignette. */

import type { PresetCategory } from "@colonnade/domain/category.ts";
import { mix } from "./colour.ts";
import type { Design } from "./designs.ts";
import { between, contour, type Radius, scallop, short, weave } from "./guilloche.ts";
import { icons } from "./icons.ts";
import { microprint } from "./lettering.ts";
import { drawIcon } from "./vignette.ts";

const side = 1000;

const medallion = 208;
const collar = 246;

/** The preset as an SVG document of 1000 by 1000 units. */
export function drawPreset(category: PresetCategory, design: Design): string {
  const { dawn, accent, main, border } = design;
  const paper = category.tint;
  const ink = category.ink.light;
  const ground = mix(paper, "#FFFFFF", 0.6);
  const half = side / 2;
  const foot = scallop(272, { lobes: main.lobes, height: main.swell[1] });
  const crest = scallop(380, { lobes: main.lobes, height: main.swell[0] });
  const ledge = scallop(392, { lobes: main.lobes, height: main.swell[0] });
  const rim = scallop(466, { lobes: border.lobes, height: border.swell[0] });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="${-half} ${-half} ${side} ${side}">`,
    `<linearGradient id="iris" gradientUnits="userSpaceOnUse" x1="-330" y1="-220" x2="330" y2="220"><stop offset=".1" stop-color="${dawn}"/><stop offset=".75" stop-color="${ink}"/></linearGradient>`,
    `<rect x="${-half}" y="${-half}" width="${side}" height="${side}" fill="${paper}"/>`,
    hairlines(field(border.lobes), mix(paper, ink, 0.11), 1.5),
    fill(
      weave({
        ...border,
        inner: ledge,
        outer: rim,
        waves: border.lobes * border.wavesPerLobe,
        thin: 0.8,
        thick: 2,
      }),
      accent,
    ),
    fill(
      weave({
        ...main,
        inner: foot,
        outer: crest,
        waves: main.lobes * main.wavesPerLobe,
        thin: 0.8,
        thick: 2.5,
      }),
      "url(#iris)",
    ),
    hairlines(echoes(foot), mix(paper, ink, 0.75), 1),
    hairlines(microprint(`${category.name.toUpperCase()} · COLONNADE · `, 225, 9), ink, 1.3),
    `<circle r="${medallion}" fill="${ground}" stroke="${ink}" stroke-width="5"/>`,
    hairlines(sunburst(main.lobes * 4), mix(paper, ink, 0.16), 1),
    `<circle r="${medallion - 10}" fill="none" stroke="${accent}" stroke-width="3" stroke-dasharray="0 ${short((2 * Math.PI * (medallion - 10)) / 144)}" stroke-linecap="round"/>`,
    `<g transform="scale(1.4)">${drawIcon(icons[design.icon], ink, ground)}</g>`,
    "</svg>",
  ].join("");
}

/** The ripples that run out from the seal into the corners. */
function field(lobes: number): string[] {
  const ripples: string[] = [];
  for (let radius = 492; radius < 730; radius += 10) {
    ripples.push(contour(scallop(radius, { lobes, height: 8 + (radius - 492) * 0.03 })));
  }
  return ripples;
}

/** Contours that turn the circle of the collar into the foot of the main ring. */
function echoes(foot: Radius): string[] {
  return [0, 0.3, 0.6].map((share) => contour(between(() => collar, foot, share)));
}

/** Engine turning on the medallion, faint behind the vignette. */
function sunburst(waves: number): string[] {
  const line = (height: number) => contour(scallop(175, { lobes: waves, height }), waves * 24);
  return [line(12), line(-12), contour(() => 159), contour(() => 191)];
}

function hairlines(paths: string | readonly string[], colour: string, width: number): string {
  const d = typeof paths === "string" ? paths : paths.join("");
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round"/>`;
}

function fill(d: string, paint: string): string {
  return `<path d="${d}" fill="${paint}"/>`;
}
