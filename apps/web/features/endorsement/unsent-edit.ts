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
  /** The transaction in which these words were sent; null if they were not, or if it failed. */
  sentIn: z.nullable(z.string()),
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
      if (edit === null || (edit.sentIn !== null && !isSameWords(edit.begunOn, standing)))
        return null;
      return { begunOn: edit.begunOn, words: edit.words };
    },
    write({ begunOn, words }: Edit): void {
      const before = item.read();
      const sentIn = before !== null && isSameWords(before.words, words) ? before.sentIn : null;
      item.write({ begunOn, words, sentIn });
    },
    /** Notes that these words were sent. Does nothing if others are written. */
    markSent(words: EditWords, sentIn: string): void {
      const edit = item.read();
      if (edit !== null && isSameWords(edit.words, words)) item.write({ ...edit, sentIn });
    },
    /** Notes that a transaction failed: what was sent in it is an edit again. */
    markFailed(txId: string): void {
      const edit = item.read();
      if (edit?.sentIn === txId) item.write({ ...edit, sentIn: null });
    },
    remove: item.remove,
  };
}
