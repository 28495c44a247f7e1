// Draws the parts of pictures that are the same on all: sheet.png of social images, certificate.png, and the seals.
// They are files, because the service refuses to read SVG. Run this file after a change: node
// apps/service/images/drawing/draw-sheet.ts
import { writeFile } from "node:fs/promises";
import sharp from "sharp";
import { certificate, colors, mark, rosette, type Shape, seals } from "./shapes.ts";
import { svgOf } from "./svg.ts";

const stitches = Array.from(
  { length: 38 },
  (_, at) => `<rect x="449" y="${46 + at * 14}" width="2" height="8" fill="${colors.rule}"/>`,
).join("");

const hole = (y: number) =>
  `<circle cx="450" cy="${y}" r="14" fill="${colors.paper}" stroke="${colors.rule}" stroke-width="2"/>`;

const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
<rect width="1200" height="630" fill="${colors.paper}"/>
<rect x="39" y="39" width="1122" height="552" fill="${colors.sheet}" stroke="${colors.rule}" stroke-width="2"/>
<rect x="40" y="40" width="410" height="550" fill="${colors.sunk}"/>
${svgOf([
  rosette(245, 315, colors.sealmark, 180, 12),
  rosette(245, 315, colors.approved, 132, 9),
  rosette(245, 315, colors.ink, 84, 6),
])}
${stitches}${hole(39)}${hole(591)}
<rect x="0" y="0" width="1200" height="38" fill="${colors.paper}"/>
<rect x="0" y="592" width="1200" height="38" fill="${colors.paper}"/>
<path d="${mark}" fill="${colors.ink}" transform="translate(492 72) scale(1.6)"/>
</svg>`;

const { width, height, paper, shapes } = certificate;
const frame = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="${width}" height="${height}" fill="${paper}"/>${svgOf(shapes)}</svg>`;

const seal = (shapes: Shape[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="120">${svgOf(shapes)}</svg>`;

const files = {
  sheet,
  certificate: frame,
  approved: seal(seals.approved(0, 0, 3)),
  withdrawn: seal(seals.withdrawn(0, 0, 3)),
};
for (const [name, svg] of Object.entries(files)) {
  const png = await sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer();
  await writeFile(new URL(`${name}.png`, import.meta.url), png);
}
