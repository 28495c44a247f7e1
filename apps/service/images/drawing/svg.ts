import type { Ink, Shape } from "./shapes.ts";

/** Shapes as elements of SVG. */
export const svgOf = (shapes: readonly Shape[]): string => shapes.map(elementOf).join("\n");

function elementOf(shape: Shape, at: number): string {
  const painted = attributesOf(shape.ink);
  switch (shape.kind) {
    case "rect": {
      const { x, y, width, height } = shape;
      return `<rect x="${x}" y="${y}" width="${width}" height="${height}"${painted}/>`;
    }
    case "path": {
      const { d, x, y, scale } = shape;
      return `<path d="${d}" transform="translate(${x} ${y}) scale(${scale})"${painted}/>`;
    }
    case "rosette": {
      const { d, x, y, turns, degrees } = shape;
      const others = Array.from(
        { length: turns - 1 },
        (_, turn) =>
          `<use href="#ring${at}" transform="rotate(${((turn + 1) * degrees).toFixed(3)})"/>`,
      );
      return `<g transform="translate(${x} ${y})"${painted}><path id="ring${at}" d="${d}"/>${others.join("")}</g>`;
    }
  }
}

function attributesOf({ fill = "none", stroke, width, opacity, dash, square }: Ink): string {
  const attributes = {
    fill,
    stroke,
    "stroke-width": width,
    opacity: opacity === 1 ? undefined : opacity,
    "stroke-dasharray": dash?.join(" "),
    "stroke-linecap": square && "square",
  };
  return Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join("");
}
