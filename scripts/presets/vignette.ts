/** A vignette in ink: shaded faces first, then fine lines, then the heavy contour. */

import { polygon, short } from "./guilloche.ts";
import type { Icon } from "./icons.ts";

export function drawIcon(icon: Icon, ink: string, ground: string): string {
  const faces = icon.faces.map(
    ({ d, angle, gap, weight }, index) =>
      `<clipPath id="face${index}"><path d="${d}"/></clipPath><g clip-path="url(#face${index})">` +
      `<path d="${cuts(gap, weight)}" transform="rotate(${angle})" fill="${ink}"/></g>`,
  );
  const tubes = (icon.tubes ?? []).map(
    ({ gap, band, hollow, line }) =>
      `<path d="${gap}" stroke="${ground}" stroke-width="32"/><path d="${band}" stroke="${ink}" stroke-width="22"/>` +
      `<path d="${hollow}" stroke="${ground}" stroke-width="10"/><path d="${line}" stroke="${ink}" stroke-width="2"/>`,
  );
  return (
    `${faces.join("")}<path d="${icon.bare ?? ""}" fill="${ground}"/><g fill="none">${tubes.join("")}</g>` +
    `<g fill="none" stroke="${ink}" stroke-linecap="round" stroke-linejoin="round">` +
    `<path d="${icon.fine}" stroke-width="3.2"/><path d="${icon.bold}" stroke-width="7"/></g>`
  );
}

/** Parallel cuts, each swelling from left to right. */
export function cuts(gap: number, weight: number): string {
  let path = "";
  for (let y = -150; y <= 150; y += gap) {
    const row = Number(short(y));
    path += polygon([
      [-110, row - weight * 0.25],
      [110, row - weight * 0.8],
      [110, row + weight * 0.8],
      [-110, row + weight * 0.25],
    ]);
  }
  return path;
}
