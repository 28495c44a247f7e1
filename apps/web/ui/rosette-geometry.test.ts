import { contrast } from "@colonnade/domain/tests/contrast.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Rosette, type RosetteDetail, rosette } from "./rosette-geometry.ts";

const alice = "ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5";
const bob = "ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG";

const principal = fc
  .array(fc.constantFrom(..."0123456789ABCDEFGHJKMNPQRSTVWXYZ"), { minLength: 38, maxLength: 39 })
  .map((letters) => `SP${letters.join("")}`);
const detail = fc.constantFrom<RosetteDetail>("avatar", "header");

describe("rosette", () => {
  it("is always the same for an address", () => {
    fc.assert(
      fc.property(principal, detail, (seed, level) => {
        expect(rosette(seed, level)).toEqual(rosette(seed, level));
      }),
    );
  });

  it("keeps its look from one version to the next", () => {
    const { background, ink, paths } = rosette(alice);
    expect({ background, ink, start: paths[0]?.d.slice(0, 40) }).toMatchInlineSnapshot(`
      {
        "background": "#F8E5F1",
        "ink": "#72235D",
        "start": "M41-470q41 30 46 84t-3 78-3-1 36-69 82-5",
      }
    `);
  });

  it("differs by address, in both levels of detail", () => {
    expect(rosette(alice)).not.toEqual(rosette(bob));
    fc.assert(
      fc.property(
        fc.uniqueArray(principal, { minLength: 2, maxLength: 2 }),
        detail,
        (two, level) => {
          const [one = "", other = ""] = two;
          expect(rosette(one, level)).not.toEqual(rosette(other, level));
        },
      ),
    );
  });

  it("gives neighbouring addresses different inks", () => {
    const inks = Array.from({ length: 200 }, (_, index) => rosette(`${alice}.${index}`).ink);
    expect(new Set(inks).size).toBeGreaterThan(15);
  });

  it("has the same ink and paper in both levels of detail", () => {
    const { ink, background } = rosette(alice, "header");
    expect(rosette(alice)).toMatchObject({ ink, background });
  });

  it("is small as an avatar and bounded as a header", () => {
    fc.assert(
      fc.property(principal, (seed) => {
        expect(size(rosette(seed, "avatar"))).toBeLessThan(3_500);
        expect(size(rosette(seed, "header"))).toBeLessThan(40_000);
      }),
    );
  });

  it("draws whole, closed lines inside the circle of its view box", () => {
    fc.assert(
      fc.property(fc.oneof(principal, fc.string()), detail, (seed, level) => {
        const { viewBox, paths } = rosette(seed, level);
        expect(viewBox).toBe("-512 -512 1024 1024");
        for (const { d, width } of paths) {
          expect(d).toMatch(/^(?:M[-\d. ]+(?:q[-\d ]+t[-\d ]+|a[-\d. ]+a[-\d. ]+)z)+$/);
          for (const [x, y] of joints(d)) expect(Math.hypot(x, y) + width / 2).toBeLessThan(512);
        }
      }),
    );
  });

  it("closes every spline where it began", () => {
    fc.assert(
      fc.property(principal, detail, (seed, level) => {
        for (const { d } of rosette(seed, level).paths) {
          for (const line of d.split("z").filter((part) => part.includes("q"))) {
            const visited = joints(line);
            expect(visited.at(-1)).toEqual(visited[0]);
          }
        }
      }),
    );
  });

  it("has inks with enough contrast to its paper", () => {
    fc.assert(
      fc.property(principal, (seed) => {
        const { ink, background, paths } = rosette(seed);
        expect(contrast(ink, background)).toBeGreaterThanOrEqual(4.5);
        for (const { colour } of paths) {
          expect(contrast(colour, background)).toBeGreaterThanOrEqual(3);
        }
      }),
    );
  });
});

function size({ paths }: Rosette): number {
  return paths.reduce((sum, { d }) => sum + d.length, 0);
}

/** The points a spline path passes through. */
function joints(d: string): [number, number][] {
  return d.split(/(?=M)/).flatMap((line) => {
    const [move = "", quad = "", smooth = ""] = line.split(/[qt]/);
    let [x = 0, y = 0] = numbers(move);
    const points: [number, number][] = [[x, y]];
    const steps = [...numbers(quad).slice(2), ...numbers(smooth)];
    for (let index = 0; index < steps.length; index += 2) {
      x += steps[index] ?? 0;
      y += steps[index + 1] ?? 0;
      points.push([x, y]);
    }
    return points;
  });
}

function numbers(text: string): number[] {
  return (text.split("a")[0]?.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
}
