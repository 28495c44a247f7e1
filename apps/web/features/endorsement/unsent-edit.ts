import * as z from "zod/mini";
import { tabItem } from "../wallet/storage.ts";

/** Half-written words, valid or not. */
const wordsSchema = z.object({ title: z.string(), description: z.string(), image: z.string() });
/** The words of an edit, as its form holds them. */
export type EditWords = z.infer<typeof wordsSchema>;

const editSchema = z.object({
  /** The words that the author stood by when it was begun. */
  begunOn: wordsSchema,
  words: wordsSchema,
  isSent: z.boolean(),
});
type Edit = Pick<z.infer<typeof editSchema>, "begunOn" | "words">;

export const isSameWords = (one: EditWords, other: EditWords) =>
  one.title === other.title && one.description === other.description && one.image === other.image;

/** What somebody has written into the form of an edit, stored for this tab. */
export function unsentEdit(key: string) {
  const item = tabItem(key, editSchema);
  return {
    /** @param standing the words that the author stands by now. What was sent is no edit any more once they change */
    read(standing: EditWords): Edit | null {
      const edit = item.read();
      if (edit === null || (edit.isSent && !isSameWords(edit.begunOn, standing))) return null;
      return { begunOn: edit.begunOn, words: edit.words };
    },
    write({ begunOn, words }: Edit): void {
      const before = item.read();
      const isSent = before?.isSent === true && isSameWords(before.words, words);
      item.write({ begunOn, words, isSent });
    },
    /** Notes that these words were sent. Does nothing if others are written. */
    markSent(words: EditWords): void {
      const edit = item.read();
      if (edit !== null && isSameWords(edit.words, words)) item.write({ ...edit, isSent: true });
    },
    remove: item.remove,
  };
}
