import * as z from "zod/mini";
import { readStored, writeStored } from "./storage.ts";

const tab = () => sessionStorage;

/**
 * Changes to words that stand already, as they were last typed in this tab: they survive a reload, and a
 * transaction that fails. What stands has changed once it succeeds, and with that they are forgotten.
 * @param base names what the changes start from
 */
export function readEdit<Words extends z.ZodMiniType>(
  key: string,
  words: Words,
  base: string,
): z.output<Words> | null {
  const kept = readStored(key, z.object({ base: z.literal(base), words: z.unknown() }), tab);
  return words.safeParse(kept?.words).data ?? null;
}

export function keepEdit(key: string, base: string, words: unknown): void {
  writeStored(key, { base, words }, tab);
}
