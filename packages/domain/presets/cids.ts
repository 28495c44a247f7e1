/** Addresses of the preset images beside this file, written by scripts/presets/main.ts. */
export const presetCids = {
  "art-and-culture": "bafkreih27jsdesrc35uaef45boczhnr4q3s6fpd3zurg3s2v4ws5am32fa",
  "character-and-ethics": "bafkreicjotntqumwstmpgh5w5kexy2obdsaejkxlhbd7c3nv3g7f7jnd2m",
  "education-and-training": "bafkreifnomlsjzgwxjo5pdfnej4aetqrxmpfqg2sax2bfglxepsurzalxm",
  finance: "bafkreicikotptwj7taq7ypwjw37ppstunrphzchhjel3vashwbt53etrki",
  identity: "bafkreidh5n4pcsvvnw3jv2oxtqivfipwjk5ovb7pxlxueseeq5uev6ajyy",
  legal: "bafkreigyy6l622uhuw54vr6gmzmycfcpl3eltrovyhzl7skxglmbykjpj4",
  "membership-and-organizations": "bafkreidtwqqphqs52r47uybz5qqhuxc3bv5iusodqrseuks6qs5hxk2bem",
  "professional-and-business": "bafkreigfymcs54ch2su2qpmpxltiiqdqscwqas5vfs5q36vvvy6rhmxnni",
  "recreation-and-fitness": "bafkreicp4ymgobtuxwf6zv2hi5ykcnud5tg6rut2s5qimfbxn7gbi6z2qi",
  "science-and-technology": "bafkreiaiygfzo2eglqn63xtrcleqxal64oboni6j5pvvma5pphn5tav54y",
} as const;
