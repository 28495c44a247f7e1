import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";

/** A file that cannot become an image of ours; the message says why. */
export class ImageFileError extends Error {
  override readonly name = "ImageFileError";
}

/**
 * The one image among the files somebody chose, dropped or pasted.
 * @throws ImageFileError for none or several, for another kind of file, and for one that is too heavy
 */
export function pickImageFile(files: readonly File[]): File {
  const [file] = files;
  if (file === undefined || files.length > 1) throw new ImageFileError(messages.singleImageFile);
  if (!file.type.startsWith("image/")) throw new ImageFileError(messages.imageFile);
  if (file.size > limits.imageBytes) throw new ImageFileError(messages.imageTooHeavy);
  return file;
}

/**
 * The size an image is drawn at before it is uploaded: its own, or smaller to fit the height.
 * @throws ImageFileError for an image with a side that is too long
 */
export function fitImage(image: { width: number; height: number }): {
  width: number;
  height: number;
} {
  if (image.width >= limits.imagePixels || image.height >= limits.imagePixels) {
    throw new ImageFileError(messages.imageTooLarge);
  }
  const scale = Math.min(1, limits.imageResizeHeight / image.height);
  return {
    width: Math.max(1, Math.round(image.width * scale)),
    height: Math.max(1, Math.round(image.height * scale)),
  };
}

/**
 * Reads an image file and draws it again at the size and quality it is stored with.
 * @throws ImageFileError when it is no image, or too large
 */
export async function prepareImage(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new ImageFileError(messages.imageFile);
  });
  try {
    const { width, height } = fitImage(bitmap);
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext("2d");
    if (context === null) throw new ImageFileError(messages.imageFile);
    context.imageSmoothingQuality = "high";
    context.drawImage(bitmap, 0, 0, width, height);
    // A photograph stays JPEG; anything else may be transparent.
    return await encode(canvas, file.type === "image/jpeg" ? "image/jpeg" : "image/webp");
  } finally {
    bitmap.close();
  }
}

/** The canvas as a file. */
export function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => {
        if (blob === null) reject(new ImageFileError(messages.imageFile));
        else resolve(blob);
      },
      type,
      limits.imageResizeQuality,
    );
  });
}
