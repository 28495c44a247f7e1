/** Addresses of the preset images beside this file, written by scripts/presets/main.ts. */
export const presetCids = {
  "art-and-culture": "bafkreih6d4hxlwlzxru4tyzae6kmfibg47p52hhw36c5uj62c2xlsubaua",
  "character-and-ethics": "bafkreicqbvbd2pl2bbujx6rfyrbcmfm45744qu4w5ira2fctlm22gcwn6i",
  "education-and-training": "bafkreif2bmjl62ajbpm2xf5t3ii6zsn4e5nnfr6xxvcgtc5tty7ndnsvqu",
  finance: "bafkreibsphjioj6xjlaogkfeh57m5wvjgvpb2bd6tnavvyyo2g6hzri5wm",
  identity: "bafkreihifkjwssdw4uxcyoortnas6btoochwxtp52pquvlzwfgfjekbclq",
  legal: "bafkreihii4j7qfm6jfhjuimc4gqijkgcy4vtvmvgmyfp6shoyv2kinxnna",
  "membership-and-organizations": "bafkreicuqqlrgds4p6yzyyhses43efaxlpg2tubxipg65okm4nd44x7dma",
  "professional-and-business": "bafkreidavft3wzt64gloh7g3cqrho6j6eupeilkbw7e7tlt5it4lkxbewy",
  "recreation-and-fitness": "bafkreic2xo3ecm5eyt6un63kzkrxlowry2yo4g756mzie2ubd6syde5abm",
  "science-and-technology": "bafkreicymhbhfmvdzyz7kf645sbngynbbxpodn6ryxcvukfnkolj5fqpbi",
} as const;
