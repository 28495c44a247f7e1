import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { rosette } from "../../ui/rosette-geometry.ts";

/**
 * The image among the files that were chosen, dropped or pasted.
 * @throws an error whose message can be shown, unless it is one file, an image, and light enough
 */
export function pickImageFile(files: readonly File[]): File {
  const [file] = files;
  if (file === undefined || files.length > 1) throw new Error(messages.singleImageFile);
  if (!file.type.startsWith("image/")) throw new Error(messages.imageFile);
  if (file.size > limits.imageBytes) throw new Error(messages.imageTooHeavy);
  return file;
}

/**
 * The size an image is drawn at before its upload: its own, or smaller to fit the height limit.
 * @throws an error whose message can be shown, when a side is too long
 */
export function fitImage(image: { width: number; height: number }) {
  if (image.width >= limits.imagePixels || image.height >= limits.imagePixels) {
    throw new Error(messages.imageTooLarge);
  }
  const scale = Math.min(1, limits.imageResizeHeight / image.height);
  return {
    width: Math.max(1, Math.round(image.width * scale)),
    height: Math.max(1, Math.round(image.height * scale)),
  };
}

/**
 * Reads an image file and draws it again at the size and quality of the upload.
 * @throws an error whose message can be shown, when it is no image, or too large
 */
export async function prepareImage(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error(messages.imageFile);
  });
  try {
    const { width, height } = fitImage(bitmap);
    const { canvas, context } = createCanvas(width, height);
    context.imageSmoothingQuality = "high";
    context.drawImage(bitmap, 0, 0, width, height);
    // Photographs stay JPEG. Other images may be transparent.
    return await encode(canvas, file.type === "image/jpeg" ? "image/jpeg" : "image/webp");
  } finally {
    bitmap.close();
  }
}

/** Draws the rosette of an address as an image file, for people without a picture of their own. */
export function drawRosetteImage(address: string): Promise<Blob> {
  const { viewBox, background, paths } = rosette(address);
  const [left = 0, top = 0, side = 1] = viewBox.split(" ").map(Number);
  const size = limits.imageResizeHeight;
  const { canvas, context } = createCanvas(size, size);
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
  return encode(canvas, "image/png");
}

function createCanvas(width: number, height: number) {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error(messages.imageFile);
  return { canvas, context };
}

function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error(messages.imageFile)) : resolve(blob)),
      type,
      limits.imageResizeQuality,
    );
  });
}
