import { expect, test } from "vitest";
import { alice } from "../../apps/devnet/accounts.ts";
import { axeFindings } from "../stack/accessibility.ts";
import { setStage } from "../stack/stage.ts";

const stage = setStage();

/** Every address that somebody without a wallet may come to, and a heading that says it is there. */
const pages: [path: string, heading: RegExp][] = [
  ["/", /Endorsements/],
  ["/home", /./],
  ["/network", /./],
  ["/directory", /./],
  ["/profile", /Please connect your wallet to continue/],
  [`/profile/${alice.address}`, /alice\.btc/],
  ["/new-endorsement", /You need a profile to issue an endorsement/],
  ["/manage-endorsement/1", /./],
  ["/edit-endorsement/1", /./],
  ["/edit-profile", /Create an Account to Edit Your Profile/],
  ["/create-profile", /Connect your wallet to get started/],
  ["/events", /./],
  ["/create-org", /./],
  ["/org/1", /clarityuniverse\.btc/],
  ["/faqs", /./],
  ["/contact", /Contact/],
  ["/nowhere", /./],
  ["/docs", /./],
];

test.each([
  { width: 390, colorScheme: "dark" },
  { width: 1440, colorScheme: "light" },
] as const)(
  "a visitor finds every page, and axe finds nothing, at $width px, $colorScheme",
  async (look) => {
    const { page } = await stage.enter(look);
    for (const [path, heading] of pages) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1, name: heading }).first().waitFor();
      expect(await axeFindings(page), path).toEqual([]);
      const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      expect(overflow, `${path} is wider than the screen`).toBeLessThanOrEqual(0);
    }
  },
);
