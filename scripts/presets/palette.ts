/**
 * Reduces a picture to a few colours, so that hairlines in five inks fit a small PNG: k-means over
 * the colours that occur, started from those that are frequent and far from the ones already taken.
 */

type Colour = { red: number; green: number; blue: number; count: number; home: number };

/** Rewrites RGB bytes in place to at most `size` colours. Deterministic. */
export function reduce(pixels: Uint8Array, size: number): void {
  const colours = histogram(pixels);
  const all = [...colours.values()];
  let centres = spread(all, size);
  for (let round = 0; round < 14; round += 1) {
    assign(all, centres);
    centres = centres.map((centre, home) => mean(all, home) ?? centre);
  }
  assign(all, centres);
  const final = centres.map((centre, home) => dominant(all, home) ?? centre);
  for (let index = 0; index < pixels.length; index += 3) {
    const centre = final[colours.get(key(pixels, index))?.home ?? 0];
    if (!centre) continue;
    pixels[index] = Math.round(centre.red);
    pixels[index + 1] = Math.round(centre.green);
    pixels[index + 2] = Math.round(centre.blue);
  }
}

function key(pixels: Uint8Array, index: number): number {
  return ((pixels[index] ?? 0) << 16) | ((pixels[index + 1] ?? 0) << 8) | (pixels[index + 2] ?? 0);
}

function histogram(pixels: Uint8Array): Map<number, Colour> {
  const colours = new Map<number, Colour>();
  for (let index = 0; index < pixels.length; index += 3) {
    const code = key(pixels, index);
    const known = colours.get(code);
    if (known) known.count += 1;
    else {
      colours.set(code, {
        red: code >> 16,
        green: (code >> 8) & 255,
        blue: code & 255,
        count: 1,
        home: 0,
      });
    }
  }
  return colours;
}

function distance(one: Colour, other: Colour): number {
  return (
    2 * (one.red - other.red) ** 2 +
    4 * (one.green - other.green) ** 2 +
    3 * (one.blue - other.blue) ** 2
  );
}

function spread(all: readonly Colour[], size: number): Colour[] {
  const nearest = new Map(all.map((colour) => [colour, Number.POSITIVE_INFINITY]));
  const centres: Colour[] = [];
  let next = all.reduce((best, colour) => (colour.count > best.count ? colour : best));
  while (centres.length < Math.min(size, all.length)) {
    centres.push(next);
    let farthest = 0;
    const centre = next;
    for (const colour of all) {
      const near = Math.min(nearest.get(colour) ?? 0, distance(colour, centre));
      nearest.set(colour, near);
      const pull = near * Math.sqrt(colour.count);
      if (pull > farthest) {
        farthest = pull;
        next = colour;
      }
    }
    if (farthest === 0) break;
  }
  return centres;
}

function assign(all: readonly Colour[], centres: readonly Colour[]): void {
  for (const colour of all) {
    let best = Number.POSITIVE_INFINITY;
    for (const [home, centre] of centres.entries()) {
      const away = distance(colour, centre);
      if (away < best) {
        best = away;
        colour.home = home;
      }
    }
  }
}

function mean(all: readonly Colour[], home: number): Colour | undefined {
  const sum = { red: 0, green: 0, blue: 0, count: 0 };
  for (const colour of all) {
    if (colour.home !== home) continue;
    sum.red += colour.red * colour.count;
    sum.green += colour.green * colour.count;
    sum.blue += colour.blue * colour.count;
    sum.count += colour.count;
  }
  if (sum.count === 0) return undefined;
  return {
    red: sum.red / sum.count,
    green: sum.green / sum.count,
    blue: sum.blue / sum.count,
    count: sum.count,
    home,
  };
}

/** Flat areas keep their exact colour: a colour that makes up most of its group stands for it. */
function dominant(all: readonly Colour[], home: number): Colour | undefined {
  const members = all.filter((colour) => colour.home === home);
  const total = members.reduce((sum, { count }) => sum + count, 0);
  return members.find(({ count }) => count * 2 > total);
}
