/** Sizes of paper for a certificate, in landscape. */
export const papers = ["a4", "letter"] as const;
export type Paper = (typeof papers)[number];
