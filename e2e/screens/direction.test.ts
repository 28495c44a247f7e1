import { categories } from "@colonnade/domain/category.ts";
import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { createClient } from "@colonnade/domain/http/client.ts";
import { Cl } from "@stacks/transactions";
import type { Page } from "playwright-core";
import { expect, inject, onTestFinished, test } from "vitest";
import { alice, dan } from "../../apps/devnet/accounts.ts";
import type { SeedCall } from "../../apps/devnet/seed/sender.ts";
import { willSendPending } from "../../contracts/pending-endorsement.ts";
import { found } from "../actions/organization.ts";
import { protocolContract, sendAndMine } from "../stack/chain.ts";
import { look } from "../stack/look.ts";
import { isTitled, says, setUpScreens } from "./screens.ts";

const screens = setUpScreens();

/** Overrides the direction of all that follows it in the same line. */
const OVERRIDE = "\u202E";
const rightToLeft = "מכתב ארוך";
const rightToLeftWords = "היא באה בכל ערב.";

const send = (calls: SeedCall[]) => sendAndMine(inject("stillNodeUrl"), calls);

/** Dan endorses alice in an organization's name, and the organization invites her. */
async function endorse(organization: { id: number; name: string }): Promise<Endorsement> {
  await send([
    {
      sender: dan,
      functionName: "submit-endorsement",
      args: [
        Cl.principal(dan.address),
        Cl.principal(alice.address),
        Cl.stringUtf8(OVERRIDE + rightToLeft),
        Cl.uint(1),
        Cl.stringUtf8(rightToLeftWords),
        Cl.stringAscii(categories[0].imageAddress),
        Cl.some(Cl.stringUtf8(organization.name)),
      ],
    },
    {
      sender: dan,
      functionName: "add-representative",
      args: [Cl.uint(organization.id), Cl.principal(alice.address)],
    },
  ]);
  const api = createClient({ origin: inject("stillOrigin") });
  const find = async () => {
    const query = { org: organization.id, limit: 1 };
    return (await api("pageEndorsements", { query })).items[0];
  };
  await expect.poll(find).toBeDefined();
  const sent = await find();
  if (sent === undefined) throw new Error("The endorsement is gone");
  return sent;
}

const letters = ["שוק", "מכתב", "היא באה"];

/** Everything visible that holds one of the texts above. */
const holders = (page: Page) =>
  page
    .locator(
      `xpath=//body//*[text()[${letters.map((part) => `contains(., "${part}")`).join(" or ")}]]`,
    )
    .filter({ visible: true });

/** Those of them whose text could change the direction of what stands beside it. */
const findStrays = (page: Page) =>
  holders(page).evaluateAll((all) =>
    all
      .filter((one) => one.getBoundingClientRect().width > 1 && !one.matches("option"))
      .filter((one) => one.closest("bdi, [dir=auto]") === null)
      .map((one) => one.outerHTML),
  );

/** The fields whose text keeps the direction of the page. */
const findStrayFields = (page: Page) =>
  page
    .locator("input:not([dir=auto]), textarea:not([dir=auto])")
    .evaluateAll(
      (fields: HTMLInputElement[], parts) =>
        fields
          .map(({ value }) => value)
          .filter((value) => parts.some((part) => value.includes(part))),
      letters,
    );

test("keeps the direction of a name or a text away from what stands beside it", async () => {
  // New at each try, because a name is never used again.
  const name = `שוק-${Date.now()}.example`;
  const organization = { id: await found(OVERRIDE + name, dan.address), name: OVERRIDE + name };
  const { id, wordsHash } = await endorse(organization);
  onTestFinished(() =>
    send([
      {
        sender: dan,
        functionName: "withdraw-endorsement",
        args: [Cl.uint(id), Cl.none()],
        postConditions: [willSendPending(protocolContract, alice.address, id, wordsHash)],
      },
      { sender: dan, functionName: "close-organization", args: [Cl.uint(organization.id)] },
    ]),
  );
  const organizationPath = `/org/${organization.id}`;
  const visits: [account: string | undefined, places: [path: string, picture?: string][]][] = [
    [
      undefined,
      [
        ["/home"],
        [`/home?endorsement=${id}`],
        ["/directory"],
        [`/profile/${dan.address}`],
        [organizationPath],
      ],
    ],
    [
      "dan",
      [
        [organizationPath, "direction-organization"],
        [`/new-endorsement?as=${organization.id}`],
        [`/edit-endorsement/${id}`],
        ["/events"],
        ["/profile"],
      ],
    ],
    [
      "alice",
      [
        [organizationPath],
        [`/edit-endorsement/${id}`],
        [`/manage-endorsement/${id}`, "direction-manage"],
        ["/events"],
        ["/profile"],
      ],
    ],
  ];
  for (const [account, places] of visits) {
    const { page } = await screens.prepare(account);
    for (const [path, picture] of places) {
      await page.goto(path);
      const where = `${path} of ${account ?? "a visitor"}`;
      await holders(page).first().waitFor();
      expect(await findStrays(page), where).toEqual([]);
      expect(await findStrayFields(page), where).toEqual([]);
      if (picture !== undefined) await look(page, picture);
      if (path !== organizationPath || account !== undefined) continue;
      await says(page.getByRole("heading", { level: 1 }), "U+202E");
      await isTitled(page, `${name}, organization`);
    }
  }
});
