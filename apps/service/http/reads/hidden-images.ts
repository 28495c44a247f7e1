import { normalizeImage } from "@colonnade/domain/image.ts";
import { anyText } from "../../db/bulk.ts";
import type { Database } from "../../db/database.ts";

/** The members of an answer that hold the address of an image, each with a JSON string. */
const IMAGES = /"(?:profileImageUrl|milestoneURI|logoUrl)":("(?:[^"\\]|\\.)*")/g;

/**
 * Finds the images in answers that a watcher has hidden.
 * @param answers JSON
 * @returns their addresses as the answers spell them
 */
export async function readHiddenImages({ kysely }: Database, answers: string[]): Promise<string[]> {
  const spelled = answers.flatMap((json) =>
    [...json.matchAll(IMAGES)].map(([, text = '""']) => String(JSON.parse(text))),
  );
  const images = new Map([...new Set(spelled)].map((one) => [one, normalizeImage(one)]));
  const known = [...new Set(images.values())].filter((image) => image !== null);
  if (known.length === 0) return [];
  const rows = await kysely
    .selectFrom("hidden_images")
    .where("image", "=", anyText(known))
    .select("image")
    .execute();
  const hidden = new Set(rows.map(({ image }) => image));
  return [...images].flatMap(([one, image]) => (image !== null && hidden.has(image) ? one : []));
}
