import { fileURLToPath } from "node:url";

const fileOf = (name: string) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/${name}`));

const noto = (script: string) => ({
  family: `Noto Sans ${script}`,
  file: fileOf(`noto-sans-${script.toLowerCase()}/400Regular/NotoSans${script}_400Regular.ttf`),
});

/** The fonts of the web app, in a format that Pango and PDF take. */
export const fonts = {
  heading: {
    family: "Bricolage Grotesque Bold",
    file: fileOf("bricolage-grotesque/700Bold/BricolageGrotesque_700Bold.ttf"),
  },
  voice: {
    family: "Newsreader Italic",
    file: fileOf("newsreader/400Regular_Italic/Newsreader_400Regular_Italic.ttf"),
  },
  text: {
    family: "Instrument Sans SemiBold",
    file: fileOf("instrument-sans/600SemiBold/InstrumentSans_600SemiBold.ttf"),
  },
};

/** Fallback fonts, in the order in which they are tried. */
export const fallbackFonts = {
  // Greek, Cyrillic, Hebrew and Japanese.
  japanese: { family: "M PLUS 1p", file: fileOf("m-plus-1p/500Medium/MPLUS1p_500Medium.ttf") },
  arabic: noto("Arabic"),
  chinese: {
    family: "ZCOOL XiaoWei",
    file: fileOf("zcool-xiaowei/400Regular/ZCOOLXiaoWei_400Regular.ttf"),
  },
  korean: { family: "Song Myung", file: fileOf("song-myung/400Regular/SongMyung_400Regular.ttf") },
  emoji: { family: "Noto Emoji", file: fileOf("noto-emoji/400Regular/NotoEmoji_400Regular.ttf") },
  devanagari: noto("Devanagari"),
  bengali: noto("Bengali"),
  tamil: noto("Tamil"),
  telugu: noto("Telugu"),
  thai: noto("Thai"),
};

export const allFonts = { ...fonts, ...fallbackFonts };

export type FontName = keyof typeof fonts;
export type FallbackName = keyof typeof fallbackFonts;
export type AnyFont = keyof typeof allFonts;

/** Fonts whose letters reach far above and below the line. */
export const tallFonts: ReadonlySet<AnyFont | null> = new Set<AnyFont>([
  "arabic",
  "devanagari",
  "bengali",
  "tamil",
  "telugu",
  "thai",
]);
