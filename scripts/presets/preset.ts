/** One preset as a drawing: paper, field, two woven rings, microprint, medallion and vignette. */

import { mix } from "./colour.ts";
import type { Design } from "./designs.ts";
import { contour, scallop, short, weave } from "./guilloche.ts";
import { type Icon, icons } from "./icons.ts";
import { microprint } from "./lettering.ts";

export const side = 1000;

/** The preset as an SVG document of 1000 by 1000 units. */
export function drawPreset(design: Design): string {
  const { paper, ink, accent, lobes, outerLobes } = design;
  const half = side / 2;
  const main = weave({
    inner: scallop(262, { lobes, height: 16, phase: Math.PI }),
    outer: scallop(384, { lobes, height: 22 }),
    lines: 12,
    waves: lobes * 2,
    thin: 0.9,
    thick: 2.2,
  });
  const border = weave({
    inner: scallop(398, { lobes: outerLobes, height: 10 }),
    outer: scallop(462, { lobes: outerLobes, height: 12 }),
    lines: 12,
    waves: outerLobes,
    thin: 0.9,
    thick: 2,
  });
  const field: string[] = [];
  for (let radius = 486; radius < 730; radius += 11) {
    const swing = 9 + (radius - 486) * 0.03;
    field.push(contour(scallop(radius, { lobes: outerLobes, height: swing })));
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="${-half} ${-half} ${side} ${side}">`,
    `<rect x="${-half}" y="${-half}" width="${side}" height="${side}" fill="${paper}"/>`,
    `<path d="${field.join("")}" fill="none" stroke="${mix(paper, ink, 0.1)}" stroke-width="1.6"/>`,
    `<path d="${border}" fill="${accent}"/>`,
    `<path d="${main}" fill="${ink}"/>`,
    `<circle r="240" fill="none" stroke="${ink}" stroke-width="1.4"/>`,
    `<path d="${microprint(`${design.legend} · COLONNADE · `, 222, 11)}" fill="none" stroke="${ink}" stroke-width="1.5" stroke-linejoin="round"/>`,
    `<circle r="210" fill="${mix(paper, "#FFFFFF", 0.55)}" stroke="${ink}" stroke-width="5"/>`,
    `<circle r="199" fill="none" stroke="${accent}" stroke-width="3" stroke-dasharray="0 ${short((2 * Math.PI * 199) / 150)}" stroke-linecap="round"/>`,
    `<g transform="scale(1.18)">${drawIcon(icons[design.icon], ink)}</g>`,
    "</svg>",
  ].join("");
}

function drawIcon(icon: Icon, ink: string): string {
  const shading = icon.faces.map(({ d, angle, gap, weight }, index) => {
    const cuts: string[] = [];
    for (let offset = -150; offset <= 150; offset += gap) {
      cuts.push(`M-150 ${short(offset)}H150`);
    }
    return (
      `<clipPath id="face${index}"><path d="${d}"/></clipPath>` +
      `<g clip-path="url(#face${index})"><path d="${cuts.join("")}" transform="rotate(${angle})" stroke="${ink}" stroke-width="${weight}"/></g>`
    );
  });
  return (
    `${shading.join("")}<g fill="none" stroke="${ink}" stroke-linecap="round" stroke-linejoin="round">` +
    `<path d="${icon.fine}" stroke-width="3.4"/><path d="${icon.bold}" stroke-width="7"/></g>`
  );
}
