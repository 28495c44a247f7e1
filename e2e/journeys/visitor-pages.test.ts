import { expect, test } from "vitest";
import { alice } from "../../apps/devnet/accounts.ts";
import { setUpBrowser } from "../stack/browser.ts";
import { axeFindings } from "../stack/look.ts";

const browser = setUpBrowser();

/** Every address of the web app open to a viewer without a wallet, and a heading of its page. */
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
];

test.each([
  { width: 390, colorScheme: "dark" },
  { width: 1440, colorScheme: "light" },
] as const)(
  "shows a visitor every page without a fault that axe finds, at $width px, $colorScheme",
  async (look) => {
    const { page } = await browser.newPerson(look);
    for (const [path, heading] of pages) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1, name: heading }).first().waitFor();
      expect(await axeFindings(page), path).toEqual([]);
      const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      expect(overflow, `${path} is wider than the screen`).toBeLessThanOrEqual(0);
    }
  },
);
