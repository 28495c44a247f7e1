/**
 * The ten categories of an endorsement and how one is read from an image address.
 * Nothing but the image says which category an endorsement has; any other image gives N/A.
 */

import * as z from "zod/mini";
import { presetCids } from "./presets/cids.ts";

/** Colours are `#RRGGBB`; inks read as small text (WCAG AA) on the cards of their theme. */
function preset<const Name extends string, const Slug extends keyof typeof presetCids>(
  name: Name,
  slug: Slug,
  colours: { light: string; dark: string; tint: string },
) {
  const cid = presetCids[slug];
  return {
    name,
    slug,
    /** CIDv1 of `presets/{slug}.png`. */
    cid,
    imageAddress: `ipfs://${cid}` as const,
    ink: { light: colours.light, dark: colours.dark },
    /** The paper of the preset image. */
    tint: colours.tint,
  };
}

/** The ten categories, by name. */
export const categories = [
  preset("Art and Culture", "art-and-culture", {
    light: "#A51D3D",
    dark: "#F08397",
    tint: "#F6E3DF",
  }),
  preset("Character and Ethics", "character-and-ethics", {
    light: "#47591F",
    dark: "#B3C57C",
    tint: "#EAECDD",
  }),
  preset("Education and Training", "education-and-training", {
    light: "#1F3A93",
    dark: "#8FA8F2",
    tint: "#E2E8F5",
  }),
  preset("Finance", "finance", { light: "#0B6B43", dark: "#5FC796", tint: "#E1EFE3" }),
  preset("Identity", "identity", { light: "#5A2A8C", dark: "#BE9AEA", tint: "#EEE5F5" }),
  preset("Legal", "legal", { light: "#6B4A12", dark: "#D9B26A", tint: "#F2EADA" }),
  preset("Membership and Organizations", "membership-and-organizations", {
    light: "#0E5A78",
    dark: "#6FBFE0",
    tint: "#DDEDF3",
  }),
  preset("Professional and Business", "professional-and-business", {
    light: "#2E2C31",
    dark: "#C9C4BC",
    tint: "#EAE8E4",
  }),
  preset("Recreation and Fitness", "recreation-and-fitness", {
    light: "#AF4108",
    dark: "#F0945C",
    tint: "#FAE7D9",
  }),
  preset("Science and Technology", "science-and-technology", {
    light: "#00635C",
    dark: "#4FC4B7",
    tint: "#DCF0ED",
  }),
] as const;

/** The category of every image that is not a preset. Its name is not displayed. */
export const unknownCategory = {
  name: "N/A",
  slug: "unknown",
  cid: undefined,
  imageAddress: undefined,
  ink: { light: "#5F5A4E", dark: "#A8A092" },
  tint: "#EDE8DD",
} as const;

export type PresetCategory = (typeof categories)[number];
export type Category = PresetCategory | typeof unknownCategory;

/** The name of a category, or N/A. */
export const categoryNameSchema = z.enum([
  categories[0].name,
  categories[1].name,
  categories[2].name,
  categories[3].name,
  categories[4].name,
  categories[5].name,
  categories[6].name,
  categories[7].name,
  categories[8].name,
  categories[9].name,
  unknownCategory.name,
]);
export type CategoryName = z.infer<typeof categoryNameSchema>;

const categoryByCid: ReadonlyMap<string, PresetCategory> = new Map(
  categories.map((category) => [category.cid, category]),
);

/** `ipfs://{cid}`, `https://{any gateway}/ipfs/{cid}`, `https://{cid}.ipfs.{gateway}` or `/ipfs/{cid}`. */
const address =
  /^(?:ipfs:\/\/(?:ipfs\/)?|(?:https?:\/\/[^/?#]+)?\/ipfs\/|https?:\/\/(?=[a-z2-7]+\.ipfs\.))(?<cid>[a-z2-7]+)(?:\.ipfs\.[^/?#]+)?\/?(?:[?#].*)?$/;

/** The category an image address stands for; N/A for any image that is not a preset. */
export function categoryOf(imageAddress: string): Category {
  const cid = address.exec(imageAddress)?.groups?.cid;
  return (cid && categoryByCid.get(cid)) || unknownCategory;
}
