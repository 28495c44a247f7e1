/** The CIDs of the preset images beside this file, by category. */
export const presetCids = {
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
