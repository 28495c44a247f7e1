/** Sizes of paper for a certificate. It lies on its long side. */
export const papers = ["a4", "letter"] as const;
export type Paper = (typeof papers)[number];
