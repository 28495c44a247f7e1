import { truncate } from "./text.ts";

const LONGEST = 200;

/** A page's name as windows and other sites show it. */
export const sayTitle = (title: string) => `${title} · Colonnade`;

/** A page's description in no more than a few lines. */
export const sayDescription = (description: string) => truncate(description, LONGEST);
