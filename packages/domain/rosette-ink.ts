/** Inks and paper that belong together: one lightness and strength for every hue, in OKLCH. */

/** How far the second ink's hue lies from the first, in degrees. */
const companions = [-48, 40, 165, 205];

/** @param hue degrees @param companion which second ink, 0 to 3 */
export function inkFrom(hue: number, companion: number) {
  return {
    paper: hex(0.94, 0.026, hue),
    ink: hex(0.4, 0.13, hue),
    accent: hex(0.56, 0.13, hue + (companions[companion] ?? 0)),
  };
}

/** The sRGB colour nearest to lightness, chroma and hue, giving up chroma where it must. */
function hex(lightness: number, chroma: number, hue: number): string {
  for (let strength = chroma; strength > 0; strength -= 0.004) {
    const channels = linear(lightness, strength, hue);
    if (channels.every((value) => value >= -0.0005 && value <= 1.0005)) return encode(channels);
  }
  return encode(linear(lightness, 0, hue));
}

/** OKLCH to linear sRGB (Ottosson 2020). */
function linear(lightness: number, chroma: number, hue: number): number[] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function encode(channels: readonly number[]): string {
  return `#${channels
    .map((value) => {
      const light = Math.min(1, Math.max(0, value));
      const gamma = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
      return Math.round(gamma * 255)
        .toString(16)
        .padStart(2, "0")
        .toUpperCase();
    })
    .join("")}`;
}
