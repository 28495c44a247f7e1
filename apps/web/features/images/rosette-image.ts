import { limits } from "@colonnade/domain/limits.ts";
import { rosette } from "@colonnade/domain/rosette.ts";
import { encode } from "./image-file.ts";

/** An address's rosette as a file, for whoever has no picture at hand. */
export function drawRosetteImage(address: string): Promise<Blob> {
  const { viewBox, background, paths } = rosette(address);
  const [left = 0, top = 0, side = 1] = viewBox.split(" ").map(Number);
  const size = limits.imageResizeHeight;
  const canvas = document.createElement("canvas");
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext("2d");
  if (context !== null) {
    context.fillStyle = background;
    context.fillRect(0, 0, size, size);
    context.scale(size / side, size / side);
    context.translate(-left, -top);
    for (const { d, width, opacity, colour } of paths) {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.globalAlpha = opacity;
      context.stroke(new Path2D(d));
    }
  }
  return encode(canvas, "image/png");
}
