/** The app's own marks: favicon, home-screen icons and the picture shown when a link is shared. */

import { categories } from "@colonnade/domain/category.ts";
import { mix } from "./colour.ts";
import { contour, scallop, weave } from "./guilloche.ts";
import type { Outline } from "./outlines.ts";

const paper = "#F7F4EE";
const ink = "#1B1A17";
const vermilion = "#C8431B";

/** Two beams and three columns, 22 by 22 units, every edge on a whole unit. */
const mark = "M0 0h22v3H0zM0 19h22v3H0zM2 5h4v12H2zM9 5h4v12H9zM16 5h4v12h-4z";

export const markSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 22 22"><title>Colonnade</title><path d="${mark}" fill="currentColor"/></svg>\n`;

/** Follows the browser's theme, since a tab is as dark as the browser and not as the page. */
export const faviconSvg =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 24 24"><title>Colonnade</title>` +
  `<style>path{fill:${ink}}@media (prefers-color-scheme:dark){path{fill:#EDE7DA}}</style>` +
  `<path d="${mark}"/></svg>\n`;

/** @param share how much of the side the mark takes @param corner radius in units of 100 */
export function drawIcon(size: number, share: number, corner: number): string {
  const scale = (100 * share) / 22;
  const start = 50 - 11 * scale;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 100 100">` +
    `<rect width="100" height="100" rx="${corner}" fill="${paper}"/>` +
    `<path d="${mark}" transform="translate(${start} ${start}) scale(${scale})" fill="${ink}"/></svg>`
  );
}

/** 1200 by 630: name and line on paper, with a seal printed in the inks of four categories. */
export function drawSocial(wordmark: Outline, line: Outline): string {
  const [art, , education, finance] = categories;
  const crest = scallop(300, { lobes: 16, height: 16 });
  const seal = [
    band(scallop(196, { lobes: 16, height: -9 }), crest, 32, 12, "url(#iris)"),
    band(
      scallop(312, { lobes: 16, height: 16 }),
      scallop(392, { lobes: 32, height: 10 }),
      48,
      8,
      "#C08F1E",
    ),
    band(
      scallop(406, { lobes: 32, height: 10 }),
      scallop(462, { lobes: 16, height: 14 }),
      64,
      7,
      mix(paper, finance.ink.light, 0.75),
    ),
    band(() => 132, scallop(180, { lobes: 16, height: -8 }), 48, 6, art.ink.light),
  ];
  const ripples = Array.from({ length: 60 }, (_, index) =>
    contour(scallop(480 + index * 14, { lobes: 32, height: 9 + index * 0.4 })),
  );
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">',
    `<linearGradient id="iris" gradientUnits="userSpaceOnUse" x1="-240" y1="-200" x2="240" y2="200"><stop offset=".1" stop-color="#0E7590"/><stop offset=".8" stop-color="${education.ink.light}"/></linearGradient>`,
    `<rect width="1200" height="630" fill="${paper}"/>`,
    `<g transform="translate(1010 315) scale(.96)"><path d="${ripples.join("")}" fill="none" stroke="#EAE4D7" stroke-width="1.6"/>${seal.join("")}`,
    `<circle r="122" fill="#FDFCF9" stroke="${ink}" stroke-width="4"/><circle r="113" fill="none" stroke="${vermilion}" stroke-width="2.6" stroke-linecap="round" stroke-dasharray="0 6.1746"/>`,
    `<path d="${mark}" transform="translate(-55 -55) scale(5)" fill="${ink}"/></g>`,
    `<path d="M88 180h56v5H88z" fill="${vermilion}"/>`,
    `<path d="${wordmark.d}" transform="translate(84 316) scale(.92)" fill="${ink}"/>`,
    `<path d="${line.d}" transform="translate(88 384) scale(.44)" fill="#4A463D"/>`,
    "</svg>",
  ].join("");
}

function band(
  inner: (angle: number) => number,
  outer: (angle: number) => number,
  waves: number,
  lines: number,
  paint: string,
): string {
  return `<path d="${weave({ inner, outer, waves, lines, thin: 0.8, thick: 2.2 })}" fill="${paint}"/>`;
}
