/** Portraits of the seed cast: people as an engraved initial on their rosette, organizations as logos. */

import { rosette } from "@colonnade/domain/rosette.ts";
import { mix } from "./colour.ts";
import { contour, polyline, scallop, short, weave } from "./guilloche.ts";
import type { Outline } from "./outlines.ts";
import { cuts } from "./vignette.ts";

const open =
  '<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500" viewBox="-250 -250 500 500">';

/** A person's portrait. @param seed the person's principal, as for their rosette on screen */
export function drawPerson(seed: string, initial: Outline): string {
  const { background, ink, paths } = rosette(seed, "header");
  const lines = paths.map(
    ({ d, width, opacity, colour }) =>
      `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width * 1.15}" opacity="${opacity}"/>`,
  );
  const ground = mix(background, "#FFFFFF", 0.55);
  const place = `translate(${short(-initial.width * 0.525 - 4)} 70) scale(1.05)`;
  return [
    open,
    `<rect x="-250" y="-250" width="500" height="500" fill="${background}"/>`,
    `<g transform="scale(.56)">${lines.join("")}</g>`,
    `<circle r="136" fill="${ground}" stroke="${ink}" stroke-width="4"/>`,
    `<circle r="127" fill="none" stroke="${ink}" stroke-width="1"/>`,
    `<clipPath id="shade"><path d="${initial.d}" transform="${place} translate(8 8)"/></clipPath>`,
    `<g clip-path="url(#shade)"><path d="${cuts(4.6, 2)}" transform="rotate(-45)" fill="${ink}"/></g>`,
    `<path d="${initial.d}" transform="${place}" fill="${ink}" stroke="${ground}" stroke-width="4" paint-order="stroke"/>`,
    "</svg>",
  ].join("");
}

/** Clarity Universe: a star held by the parentheses of its language, in a sky of orbits. */
export function drawClarityUniverse(): string {
  const sky = "#1B1F4B";
  const gold = "#E9C46A";
  const pale = "#C9D2F5";
  const orbits: string[] = [];
  for (let step = 0; step < 36; step += 1) {
    orbits.push(`<ellipse rx="222" ry="92" transform="rotate(${step * 5})"/>`);
  }
  const star = contour(starOf(8, 78, 17), 16);
  return [
    open,
    `<rect x="-250" y="-250" width="500" height="500" fill="${sky}"/>`,
    `<g fill="none" stroke="${mix(sky, pale, 0.5)}" stroke-width="1">${orbits.join("")}</g>`,
    `<circle r="118" fill="${sky}"/>`,
    `<g fill="none" stroke="${pale}" stroke-width="15" stroke-linecap="round"><path d="M-66 -104C-124 -52 -124 52 -66 104M66 -104C124 -52 124 52 66 104"/></g>`,
    `<path d="${star}" fill="${gold}"/>`,
    "</svg>",
  ].join("");
}

/** Atelier: a pair of dividers stepping off an arc, on bottle green. */
export function drawAtelier(): string {
  const cloth = "#173A2E";
  const cream = "#F1E6CC";
  const brass = "#D9A441";
  const disc = weave({
    inner: scallop(196, { lobes: 0, height: 0 }),
    outer: scallop(226, { lobes: 24, height: 8 }),
    lines: 6,
    waves: 48,
    thin: 0.8,
    thick: 1.8,
    curl: -0.8,
  });
  const ticks = Array.from({ length: 49 }, (_, index) => {
    const angle = ((index - 24) * 2.2 * Math.PI) / 180;
    const reach = index % 6 === 0 ? 26 : 12;
    return polyline(
      [210, 210 - reach].map((radius) => [radius * Math.sin(angle), radius * Math.cos(angle) - 88]),
    );
  });
  return [
    open,
    `<rect x="-250" y="-250" width="500" height="500" fill="${cloth}"/>`,
    `<path d="${disc}" fill="${mix(cloth, cream, 0.6)}"/>`,
    `<circle r="182" fill="none" stroke="${mix(cloth, cream, 0.6)}" stroke-width="1.5"/>`,
    `<path d="${ticks.join("")}" stroke="${brass}" stroke-width="2.4" fill="none"/>`,
    `<g fill="none" stroke="${cream}" stroke-linecap="round" stroke-linejoin="round"><path stroke-width="15" d="M-12 -84L-66 78M12 -84L66 78"/><path stroke-width="7" d="M-66 78L-74 110M66 78L74 110M-44 14C-16 26 16 26 44 14M0 -140V-118"/></g>`,
    `<circle cy="-96" r="22" fill="${cloth}" stroke="${cream}" stroke-width="12"/>`,
    `<circle cy="-96" r="7" fill="${brass}"/>`,
    "</svg>",
  ].join("");
}

/** A star's outline, sampled at twice its points. */
function starOf(points: number, tip: number, notch: number) {
  return (angle: number) =>
    Math.round((angle * points) / Math.PI) % 2 === 0
      ? Math.round((angle * points) / Math.PI) % 4 === 0
        ? tip
        : tip * 0.55
      : notch;
}
