/**
 * The ten categories of an endorsement. Each has a preset image, and the image address alone tells the category of an
 * endorsement. An endorsement with any other image has the category N/A.
 */

import * as z from "zod/mini";

/** The CIDs of the images in `presets/`. A test compares them. */
const presetCids = {
  "Art and Culture": "bafkreih6d4hxlwlzxru4tyzae6kmfibg47p52hhw36c5uj62c2xlsubaua",
  "Character and Ethics": "bafkreicqbvbd2pl2bbujx6rfyrbcmfm45744qu4w5ira2fctlm22gcwn6i",
  "Education and Training": "bafkreif2bmjl62ajbpm2xf5t3ii6zsn4e5nnfr6xxvcgtc5tty7ndnsvqu",
  Finance: "bafkreibsphjioj6xjlaogkfeh57m5wvjgvpb2bd6tnavvyyo2g6hzri5wm",
  Identity: "bafkreihifkjwssdw4uxcyoortnas6btoochwxtp52pquvlzwfgfjekbclq",
  Legal: "bafkreihii4j7qfm6jfhjuimc4gqijkgcy4vtvmvgmyfp6shoyv2kinxnna",
  "Membership and Organizations": "bafkreicuqqlrgds4p6yzyyhses43efaxlpg2tubxipg65okm4nd44x7dma",
  "Professional and Business": "bafkreidavft3wzt64gloh7g3cqrho6j6eupeilkbw7e7tlt5it4lkxbewy",
  "Recreation and Fitness": "bafkreic2xo3ecm5eyt6un63kzkrxlowry2yo4g756mzie2ubd6syde5abm",
  "Science and Technology": "bafkreicymhbhfmvdzyz7kf645sbngynbbxpodn6ryxcvukfnkolj5fqpbi",
} as const;

/**
 * Colors are `#RRGGBB`: the ink on light and on dark cards, with enough contrast (WCAG AA) for small text, and the
 * tint of the preset image's paper.
 */
function preset<const Name extends keyof typeof presetCids>(
  name: Name,
  [light, dark, tint]: [light: string, dark: string, tint: string],
) {
  const cid = presetCids[name];
  return {
    name,
    slug: name.toLowerCase().replaceAll(" ", "-"),
    /** CIDv1 of `presets/{slug}.png`. */
    cid,
    imageAddress: `ipfs://${cid}` as const,
    ink: { light, dark },
    tint,
  };
}

/** The ten categories, in alphabetical order. */
export const categories = [
  preset("Art and Culture", ["#A51D3D", "#F08397", "#F6E3DF"]),
  preset("Character and Ethics", ["#47591F", "#B3C57C", "#EAECDD"]),
  preset("Education and Training", ["#1F3A93", "#8FA8F2", "#E2E8F5"]),
  preset("Finance", ["#0B6B43", "#5FC796", "#E1EFE3"]),
  preset("Identity", ["#5A2A8C", "#BE9AEA", "#EEE5F5"]),
  preset("Legal", ["#6B4A12", "#D9B26A", "#F2EADA"]),
  preset("Membership and Organizations", ["#0E5A78", "#6FBFE0", "#DDEDF3"]),
  preset("Professional and Business", ["#2E2C31", "#C9C4BC", "#EAE8E4"]),
  preset("Recreation and Fitness", ["#AF4108", "#F0945C", "#FAE7D9"]),
  preset("Science and Technology", ["#00635C", "#4FC4B7", "#DCF0ED"]),
] as const;

/** The category of every image that is not a preset. Screens do not show its name. */
export const unknownCategory = {
  name: "N/A",
  slug: "unknown",
  cid: undefined,
  imageAddress: undefined,
  ink: { light: "#5F5A4E", dark: "#A8A092" },
  tint: "#EDE8DD",
} as const;

export type PresetCategory = (typeof categories)[number];
type Category = PresetCategory | typeof unknownCategory;

/** The name of a category, or N/A. */
export const categoryNameSchema = z.enum([
  ...categories.map(({ name }) => name),
  unknownCategory.name,
]);
export type CategoryName = z.infer<typeof categoryNameSchema>;

const categoryByCid: ReadonlyMap<string, PresetCategory> = new Map(
  categories.map((category) => [category.cid, category]),
);

/** `ipfs://{cid}`, `https://{any gateway}/ipfs/{cid}`, `https://{cid}.ipfs.{gateway}` or `/ipfs/{cid}`. */
const address =
  /^(?:ipfs:\/\/(?:ipfs\/)?|(?:https?:\/\/[^/?#]+)?\/ipfs\/|https?:\/\/(?=[a-z2-7]+\.ipfs\.))(?<cid>[a-z2-7]+)(?:\.ipfs\.[^/?#]+)?\/?(?:[?#].*)?$/;

/** The category that an image address stands for; N/A if the image is not a preset. */
export function categoryOf(imageAddress: string): Category {
  const cid = address.exec(imageAddress)?.groups?.cid;
  return (cid && categoryByCid.get(cid)) || unknownCategory;
}
