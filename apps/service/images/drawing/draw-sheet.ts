// Draws the parts of pictures that are the same on all: sheet.png of social images, certificate.png, and the seals. They
// are files, because the service refuses to read SVG. Run it after a change: node apps/service/images/drawing/draw-sheet.ts
import { writeFile } from "node:fs/promises";
import sharp from "sharp";

const colors = {
  paper: "#f7f4ee",
  sheet: "#fdfcf9",
  sunk: "#efeae0",
  ink: "#1b1a17",
  muted: "#5f594d",
  rule: "#d9d2c3",
  sealmark: "#c8431b",
  approved: "#0f6b4b",
};

/** Curves like those on a banknote: one wavy ring, turned by small steps. */
function rosette(x: number, y: number, color: string, radius: number, waves: number): string {
  const steps = 12;
  const ring = (turn: number) =>
    Array.from({ length: 361 }, (_, degree) => {
      const angle = (degree / 180) * Math.PI;
      const wave = Math.sin(waves * angle + (turn / steps) * 2 * Math.PI);
      const reach = radius * (0.84 + 0.16 * wave);
      const at = [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
      return `${degree === 0 ? "M" : "L"}${at.map((one) => one.toFixed(1)).join(" ")}`;
    }).join("");
  return Array.from(
    { length: steps },
    (_, turn) => `<path d="${ring(turn)}" fill="none" stroke="${color}" stroke-width="0.8"/>`,
  ).join("");
}

const stitches = Array.from(
  { length: 38 },
  (_, at) => `<rect x="449" y="${46 + at * 14}" width="2" height="8" fill="${colors.rule}"/>`,
).join("");

const hole = (y: number) =>
  `<circle cx="450" cy="${y}" r="14" fill="${colors.paper}" stroke="${colors.rule}" stroke-width="2"/>`;

const mark =
  "M1 2h22v3.2H1zM1 18.8h22V22H1zM3.6 7h3.2v10H3.6zM10.4 7h3.2v10h-3.2zM17.2 7h3.2v10h-3.2z";

const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
<rect width="1200" height="630" fill="${colors.paper}"/>
<rect x="39" y="39" width="1122" height="552" fill="${colors.sheet}" stroke="${colors.rule}" stroke-width="2"/>
<rect x="40" y="40" width="410" height="550" fill="${colors.sunk}"/>
${rosette(245, 315, colors.sealmark, 180, 12)}
${rosette(245, 315, colors.approved, 132, 9)}
${rosette(245, 315, colors.ink, 84, 6)}
${stitches}${hole(39)}${hole(591)}
<rect x="0" y="0" width="1200" height="38" fill="${colors.paper}"/>
<rect x="0" y="592" width="1200" height="38" fill="${colors.paper}"/>
<path d="${mark}" fill="${colors.ink}" transform="translate(492 72) scale(1.6)"/>
</svg>`;

/** The frame of a certificate: two lines, and a band of curves in each corner. */
const corners = [
  [35, 35],
  [1165, 35],
  [35, 815],
  [1165, 815],
] as const;
const certificate = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="850">
<rect width="1200" height="850" fill="${colors.paper}"/>
<rect x="30" y="30" width="1140" height="790" fill="${colors.sheet}" stroke="${colors.ink}" stroke-width="2"/>
<rect x="40" y="40" width="1120" height="770" fill="none" stroke="${colors.rule}" stroke-width="1.5"/>
<g opacity="0.16">${rosette(600, 430, colors.sealmark, 360, 16)}${rosette(600, 430, colors.approved, 250, 11)}</g>
<g opacity="0.5">${corners.map(([x, y]) => rosette(x, y, colors.sealmark, 26, 8)).join("")}</g>
<rect x="84" y="84" width="240" height="240" fill="${colors.sunk}"/>
<g transform="translate(204 204) scale(0.62) translate(-245 -315)">${rosette(245, 315, colors.sealmark, 180, 12)}${rosette(245, 315, colors.approved, 132, 9)}</g>
<path d="${mark}" fill="${colors.ink}" transform="translate(364 84) scale(1.5)"/>
<rect x="84" y="640" width="860" height="1.5" fill="${colors.rule}"/>
</svg>`;

const rim = Array.from({ length: 24 }, (_, index) => {
  const at = (turn: number) => {
    const angle = (turn / 24) * 2 * Math.PI;
    return `${(20 + 18 * Math.sin(angle)).toFixed(2)} ${(20 - 18 * Math.cos(angle)).toFixed(2)}`;
  };
  return `${index === 0 ? `M${at(0)}` : ""}A2.4 2.4 0 0 1 ${at(index + 1)}`;
}).join("");

const seal = (color: string, cut: string, dashes: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="120" viewBox="0 0 40 40" fill="none" stroke="${color}">
<path d="${rim}" stroke-width="1.4"${dashes}/>
<circle cx="20" cy="20" r="14" stroke-dasharray="0.8 1.6"/>
<path d="${cut}" stroke-width="2.6" stroke-linecap="square"/></svg>`;

const files = {
  sheet,
  certificate,
  approved: seal(colors.approved, "m13.5 20.5 4.5 4.5 9-10", ""),
  withdrawn: seal(colors.muted, "M11.5 20h17", ' stroke-dasharray="3 1.7"'),
};
for (const [name, svg] of Object.entries(files)) {
  const png = await sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer();
  await writeFile(new URL(`${name}.png`, import.meta.url), png);
}
