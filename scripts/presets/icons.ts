/** The ten vignettes, our own drawings, in a square from -100 to 100. */

export type Icon = {
  /** Heavy contour. */
  bold: string;
  /** Lighter inner drawing. */
  fine: string;
  /** Faces that are shaded by parallel cuts; angle in degrees. */
  faces: readonly { d: string; angle: number; gap: number; weight: number }[];
  /** Spots kept free of shading. */
  bare?: string;
  /** Hollow bands laid over one another in this order: gap around, band, hollow, line within. */
  tubes?: readonly Tube[];
};

export type Tube = { gap: string; band: string; hollow: string; line: string };

export type IconName = keyof typeof icons;

const ring = (x: number, y: number, r: number) =>
  `M${x - r} ${y}A${r} ${r} 0 1 1 ${x + r} ${y}A${r} ${r} 0 1 1 ${x - r} ${y}Z`;

/** Three rings, each passing over one neighbour and under the other. */
function interlaced(): Tube[] {
  const size = 48;
  const centres = [-90, 30, 150].map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return { x: 46 * Math.cos(angle), y: 8 + 46 * Math.sin(angle) };
  });
  const whole = centres.map(({ x, y }) => {
    const d = ring(x, y, size);
    return { gap: d, band: d, hollow: d, line: d };
  });
  const over = centres.map((one, index) => {
    const next = centres[(index + 1) % 3] ?? one;
    const apart = Math.hypot(next.x - one.x, next.y - one.y) / 2;
    const towards = Math.atan2(next.y - one.y, next.x - one.x);
    const crossing = towards + (index === 2 ? 1 : -1) * Math.acos(apart / size);
    const end = (turn: number) =>
      `${(one.x + size * Math.cos(crossing + turn)).toFixed(2)} ${(one.y + size * Math.sin(crossing + turn)).toFixed(2)}`;
    const arc = (reach: number) => `M${end(-reach)}A${size} ${size} 0 0 1 ${end(reach)}`;
    // Each layer reaches further than the one below it, so that no seam shows where the arc ends.
    return { gap: arc(0.42), band: arc(0.46), hollow: arc(0.5), line: arc(0.54) };
  });
  return [...whole, ...over];
}

const scalePan = (x: number) => `M${x - 36} 22A36 30 0 0 0 ${x + 36} 22Z`;

const bar = (x: number, top: number) => `M${x} 70V${top}H${x + 28}V70`;

const palette =
  "M-8 -70C-60 -70 -94 -36 -94 4C-94 46 -62 74 -24 74C-8 74 -2 64 -6 50C-11 33 0 22 18 22H44" +
  "C70 22 84 8 84 -10C84 -48 42 -70 -8 -70Z";

const wells = `${ring(-52, -6, 12)}${ring(-34, -40, 12)}${ring(4, -46, 12)}${ring(-46, 32, 12)}`;

const brush = "M36 -29L54 -17L46 2C40 16 26 22 10 22C18 14 16 0 24 -11Z";

const bubbles = `${ring(-14, 52, 8)}${ring(20, 62, 6)}${ring(14, 38, 5)}`;

export const icons = {
  palette: {
    bold: `${palette}M92 -94L46 -22`,
    fine: `${wells}${brush}M34 -26L52 -14`,
    bare: `${wells}${brush}`,
    faces: [{ d: palette, angle: 28, gap: 6.4, weight: 1.5 }],
  },
  scales: {
    bold: `M0 -84V80M-40 82H40M-66 -52C-40 -52 -24 -58 0 -66C24 -58 40 -52 66 -52${scalePan(-58)}${scalePan(58)}`,
    fine: `M-60 -50L-90 20M-60 -50L-26 20M60 -50L90 20M60 -50L26 20M-22 72H22${ring(0, -84, 5)}`,
    faces: [
      { d: scalePan(-58), angle: 40, gap: 6, weight: 1.8 },
      { d: scalePan(58), angle: 40, gap: 6, weight: 1.8 },
    ],
  },
  mortarboard: {
    bold: "M0 -62L98 -20L0 22L-98 -20ZM-54 2V42C-54 74 54 74 54 42V2M86 -14V46",
    fine: `M0 -20L86 -14M79 46H93L97 76H75ZM83 56V76M89 56V76M-54 24C-54 54 54 54 54 24${ring(0, -20, 5)}`,
    bare: ring(0, -20, 5),
    faces: [
      { d: "M0 -62L98 -20L0 22L-98 -20Z", angle: -23, gap: 6.4, weight: 1.5 },
      { d: "M-54 2V42C-54 74 54 74 54 42V2L0 25Z", angle: 90, gap: 5.4, weight: 2.2 },
    ],
  },
  bars: {
    bold: `M-92 72H92${bar(-82, 30)}${bar(-38, 2)}${bar(8, -34)}${bar(54, -72)}`,
    fine: "M-82 4L-26 -26L16 -62L44 -82M24 -84H46V-62M-82 86H82",
    faces: [
      { d: bar(-82, 30), angle: 45, gap: 5.4, weight: 1.5 },
      { d: bar(-38, 2), angle: 45, gap: 5.4, weight: 1.8 },
      { d: bar(8, -34), angle: 45, gap: 5.4, weight: 2.1 },
      { d: bar(54, -72), angle: 45, gap: 5.4, weight: 2.4 },
    ],
  },
  fingerprint: {
    bold:
      "M-72 34C-76 14 -76 4 -74 -10C-68 -56 -36 -84 2 -84C42 -84 72 -54 76 -8C78 12 77 28 74 44" +
      "M-46 62C-54 34 -54 12 -50 -8C-44 -40 -22 -58 2 -58C32 -58 50 -34 52 -4C53 24 50 48 44 70" +
      "M-18 80C-28 48 -30 22 -27 2C-24 -20 -12 -32 2 -32C18 -32 27 -20 28 0C29 34 24 60 16 86" +
      "M2 -6C4 28 2 52 -2 74",
    fine:
      "M-60 50C-65 28 -66 10 -62 -10C-55 -48 -30 -71 2 -71C38 -71 61 -44 64 -6C65 20 63 42 59 60" +
      "M-32 74C-42 42 -42 18 -38 -4C-34 -30 -18 -45 2 -45C25 -45 39 -27 40 -2C41 30 37 56 30 80" +
      "M-9 78C-14 46 -17 22 -14 4C-12 -10 -6 -19 2 -19C10 -19 15 -10 15 4C16 32 14 52 9 76",
    faces: [],
  },
  deed: {
    bold: "M-62 -86H34L66 -54V86H-62ZM34 -86V-54H66",
    fine: `M-40 -50H8M-40 -28H44M-40 -6H44M-40 16H12M-40 38H-6${ring(32, 40, 21)}${ring(32, 40, 13)}M20 58L16 80L32 70L48 80L44 58`,
    faces: [
      { d: "M34 -86V-54H66Z", angle: 45, gap: 5, weight: 1.8 },
      { d: ring(32, 40, 13), angle: 45, gap: 4.4, weight: 1.8 },
    ],
  },
  rings: { bold: "", fine: "", faces: [], tubes: interlaced() },
  briefcase: {
    bold: "M-88 -42H88V70H-88ZM-34 -42V-70H34V-42M-88 8H-14M14 8H88",
    fine: "M-14 -4H14V24H-14ZM0 8V14M-76 -30H76M-76 58H76",
    bare: "M-14 -4H14V24H-14Z",
    faces: [
      { d: "M-88 8H-14V24H14V8H88V70H-88Z", angle: 45, gap: 6, weight: 1.9 },
      { d: "M-88 -42H88V8H14V-4H-14V8H-88Z", angle: 0, gap: 6.4, weight: 1.3 },
    ],
  },
  mountains: {
    bold: `M-98 70L-28 -50L14 22L36 -14L98 70Z${ring(62, -58, 20)}`,
    fine: "M-52 -8L-38 4L-28 -10L-16 6L-5 -9M24 6L34 14L42 4L52 8M-84 84H84",
    faces: [
      { d: "M-28 -50L14 22L42 70H-8L-22 30L-34 8Z", angle: 60, gap: 5.6, weight: 2.1 },
      { d: "M36 -14L98 70H58L46 34Z", angle: 54, gap: 5.6, weight: 2.1 },
      { d: ring(62, -58, 20), angle: 0, gap: 5.2, weight: 1.6 },
    ],
  },
  flask: {
    bold: "M-34 -86H34M-20 -86V-30L-68 58C-76 74 -68 84 -54 84H54C68 84 76 74 68 58L20 -30V-86",
    fine: `M-48 22C-30 12 -14 32 4 22S36 14 49 24M-20 -58H-6M-20 -44H-10${bubbles}${ring(2, -4, 6)}`,
    bare: bubbles,
    faces: [
      {
        d: "M-48 22C-30 12 -14 32 4 22S36 14 49 24L68 58C76 74 68 84 54 84H-54C-68 84 -76 74 -68 58Z",
        angle: 0,
        gap: 5.6,
        weight: 1.9,
      },
    ],
  },
} satisfies Record<string, Icon>;
