import { createClient } from "@colonnade/domain/http/client.ts";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import {
  alice,
  atelier,
  bob,
  carol,
  type DevnetAccount,
  dan,
  erin,
} from "../../apps/devnet/accounts.ts";
import { sendEndorsement, writeEndorsement } from "../actions/endorsement.ts";
import { uploadImage } from "../actions/image.ts";
import {
  addRepresentative,
  lookUpAdmin,
  sendApplication,
  writeApplication,
} from "../actions/organization.ts";
import { connect, walletRequest } from "../actions/wallet.ts";
import { bothManners, setUpBrowser } from "../stack/browser.ts";
import { readTransactionStatus } from "../stack/chain.ts";
import { expectFocus, expectKept, pick, press, select, write } from "../stack/controls.ts";
import { axeFindings } from "../stack/look.ts";

const browser = setUpBrowser();
const [byMouse, byKeyboard] = bothManners;
const api = () => createClient({ origin: inject("origin") });

const application = {
  website: "guild.example",
  representatives: ["alice", "bob"],
  description: "We mend what is thrown away.\nEvery Thursday, in the old bakery.",
  statement: "Ask anybody on our street.",
};

/** Connects and applies, through both steps. */
async function apply(page: Page, founder: DevnetAccount): Promise<void> {
  await page.goto("/create-org");
  await page.getByRole("heading", { name: "APPLY TO CREATE AN ORGANIZATION" }).waitFor();
  await page.getByText("Please connect your wallet to continue").waitFor();
  await connect(page, founder.name);
  await page.getByRole("heading", { name: "Its admin" }).waitFor();
  await lookUpAdmin(page, founder.address);
  await page.getByRole("main").getByText(`${founder.name}.btc`).waitFor();
  await press(page.getByRole("button", { name: "Confirm Admin" }));
  await expectFocus(page.getByRole("heading", { name: "The organization" }));
  await uploadImage(page);
  await writeApplication(page, application);
  await sendApplication(page);
  const done = page.getByRole("heading", { name: "Organization application submitted" });
  await done.waitFor();
  await expectFocus(done);
  await page.getByText("Waiting for review").waitFor();
}

/** Opens the review from the menu as a watcher, and signs in. */
async function openReview(page: Page): Promise<void> {
  await page.goto("/home");
  await connect(page, "watcher");
  await press(page.getByRole("button", { name: "Menu", exact: true }));
  await press(page.getByRole("link", { name: "Review" }));
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  await press(page.getByRole("button", { name: "Sign in" }));
  await walletRequest(page).confirm();
  await page.getByRole("article").first().waitFor();
}

/** An application in the watchers' queue. */
const inQueue = (page: Page, name: string) => page.getByRole("article", { name }).first();

test("declines an application, admits the next one, and endorses as the organization", async () => {
  const name = "erin.btc";
  const title = "Mended a radio from 1961";
  const { page: applicants } = await browser.newPerson(byMouse);
  await apply(applicants, erin);

  const { page: watchers } = await browser.newPerson(byKeyboard);
  await openReview(watchers);
  const waiting = inQueue(watchers, name);
  await waiting.getByText("BNS confirms that this is the applicant's name.").waitFor();
  for (const words of [application.description, application.statement, "guild.example"]) {
    await waiting.getByText(words).waitFor();
  }
  for (const person of ["alice.btc", "bob.btc"]) {
    await waiting.getByRole("link", { name: person }).waitFor();
  }
  await press(waiting.getByRole("button", { name: "Decline" }));
  const decline = watchers.getByRole("dialog", { name: `Decline ${name}` });
  await press(decline.getByRole("button", { name: "Decline the application" }));
  await decline.getByText("This field is required").waitFor();
  await write(decline.getByRole("textbox", { name: "Reason" }), "Say who holds the keys.");
  await press(decline.getByRole("button", { name: "Decline the application" }));
  await waiting.waitFor({ state: "detached" });

  // The applicant's page updates without a reload.
  await applicants.getByText("Say who holds the keys.").waitFor();
  await applicants.getByText("Declined").waitFor();
  await applicants.goto("/create-org");
  await press(applicants.getByRole("button", { name: "Apply again with these words" }));
  await expectFocus(applicants.getByRole("heading", { name: "The organization" }));
  await write(
    applicants.getByRole("textbox", { name: "Statement" }),
    "Alice holds the keys, Bob counts them.",
  );
  await sendApplication(applicants);
  await applicants.getByText("Waiting for review").waitFor();

  await watchers.getByText("Alice holds the keys, Bob counts them.").waitFor();
  await press(waiting.getByRole("button", { name: "Admit" }));
  const admitting = walletRequest(watchers);
  await admitting.text.getByText("watcher-new-organization").first().waitFor();
  await admitting.confirm();
  await watchers.getByText("Transaction Submitted").first().waitFor();
  await waiting.waitFor({ state: "detached" });
  await expectKept(watchers, "when the application leaves the list");
  await press(watchers.getByRole("link", { name: "Decided", exact: true }));
  const [admitted, declined] = [
    watchers.getByRole("article", { name }).first(),
    watchers.getByRole("article", { name }).last(),
  ];
  await admitted.getByText(/^Admitted by ST/).waitFor();
  await declined.getByText(/^Declined by ST/).waitFor();
  await declined.getByText("Say who holds the keys.").waitFor();

  await applicants.getByText("Accepted").waitFor();
  expect(await axeFindings(applicants)).toEqual([]);
  await press(applicants.getByRole("link", { name: "Open its page" }));
  await applicants.getByRole("heading", { name, level: 1 }).waitFor();
  await applicants.getByText("1 representative").waitFor();
  await applicants.getByText("Invited, no answer yet").waitFor();
  const id = Number(/\d+$/.exec(applicants.url())?.[0]);
  const organization = await api()("getOrganization", { query: { id } });
  expect(organization).toMatchObject({
    name,
    admin: erin.address,
    description: application.description,
    website: "https://guild.example",
    representatives: [erin.address],
  });
  const invited = organization.columnInvited.map(({ address }) => address);
  expect(invited).toEqual([alice.address, bob.address]);

  const { page: alices } = await browser.newPerson(byKeyboard);
  await alices.goto(`/org/${id}`);
  await connect(alices, "alice");
  await press(alices.getByRole("button", { name: `Accept the invitation from ${name}` }));
  await walletRequest(alices).confirm();
  await alices.getByText("Your acceptance is on its way.").waitFor();
  expect(await axeFindings(alices)).toEqual([]);
  await applicants.getByText("2 representatives").waitFor();
  await press(alices.getByRole("link", { name: "Endorse in its name" }));
  await writeEndorsement(alices, {
    recipient: "dan",
    category: "Professional and Business",
    title,
    words: "Dan brought a radio from 1961 back to speech.",
  });
  const sendAs = alices.getByRole("combobox", { name: "Send As Organization" });
  await expect
    .poll(() => sendAs.locator("option:checked").textContent())
    .toBe(`${name}, organization`);
  await select(sendAs, "No, as alice.btc");
  await select(sendAs, `${name}, organization`);
  await sendEndorsement(alices);
  await walletRequest(alices).confirm();
  await alices.getByText("Confirmed on chain").waitFor();
  const sent = await api()("pageEndorsements", { query: { limit: 1, org: id } });
  expect(sent.items).toMatchObject([
    {
      title,
      column_sender: { address: alice.address },
      column_receiver: { address: dan.address },
      organization: { id, name, logoUrl: organization.logoUrl },
    },
  ]);
  await alices.goto("/home");
  const card = alices.getByRole("article").filter({ hasText: title });
  await card.getByRole("link", { name: `${name} Organization` }).waitFor();
  const logo = organization.logoUrl.replace("ipfs://", "/ipfs/");
  await card.locator(`img[src*="${logo}"]`).waitFor();
});

test("returns an application to the queue when its admission fails on chain", async () => {
  const { page: applicants } = await browser.newPerson(byKeyboard);
  await apply(applicants, carol);
  const { page: watchers, errors } = await browser.newPerson(byMouse);
  await openReview(watchers);
  const waiting = inQueue(watchers, "carol.btc");
  await press(waiting.getByRole("button", { name: "Admit" }));
  const request = walletRequest(watchers);
  await request.cancel();
  await watchers.getByText("Transaction cancelled").waitFor();
  await press(waiting.getByRole("button", { name: "Admit" }));
  await request.failOnPurpose("Make it fail on chain");
  await request.confirm();
  await waiting.getByText("The last admission failed").waitFor();
  await watchers.getByText("The organization was not admitted").waitFor();
  expect(await axeFindings(watchers)).toEqual([]);
  const link = await waiting.getByRole("link", { name: "View Status" }).getAttribute("href");
  const txId = /0x[0-9a-f]{64}/.exec(link ?? "")?.[0] ?? "";
  expect(await readTransactionStatus(inject("nodeUrl"), txId)).toBe("abort_by_post_condition");
  await applicants.getByText("Waiting for review").waitFor();

  // It may fail on chain before it is reported to the service, which then refuses it.
  expect(errors.splice(0).filter((error) => !error.includes("409"))).toEqual([]);

  await watchers.reload();
  await waiting.getByText("The last admission failed").waitFor();
  const reason = watchers.getByRole("textbox", { name: "Reason" });
  await press(waiting.getByRole("button", { name: "Decline" }));
  await write(reason, "Your name is not");
  await watchers.reload();
  await press(waiting.getByRole("button", { name: "Decline" }));
  await expect.poll(() => reason.inputValue()).toBe("Your name is not");
  await write(reason, "Your name is not yours.");
  await press(watchers.getByRole("button", { name: "Decline the application" }));
  await waiting.waitFor({ state: "detached" });
  await applicants.getByText("Your name is not yours.").waitFor();
});

test("names what an application lacks, and keeps what was typed", async () => {
  const { page, errors } = await browser.newPerson();
  await page.goto("/create-org");
  await connect(page, "dan");
  await lookUpAdmin(page, dan.address);
  await press(page.getByRole("button", { name: "Confirm Admin" }));
  await sendApplication(page);
  await page.getByText("Please select an image").waitFor();
  await page.getByText("Please select a admin representative").waitFor();
  await expect.poll(() => page.getByText("This field is required").count()).toBe(2);
  const description = page.getByRole("textbox", { name: "Description" });
  const statement = page.getByRole("textbox", { name: "Statement" });
  await write(description, "d".repeat(2049));
  await page.getByText("Description must be less than 2048 characters").waitFor();
  await write(statement, "s".repeat(1025));
  await page.getByText("Statement must be less than 1024 characters").waitFor();

  await uploadImage(page);
  await writeApplication(page, application);
  await press(page.getByRole("button", { name: "Remove bob.btc" }));
  await page.getByRole("button", { name: "Remove bob.btc" }).waitFor({ state: "detached" });
  await press(page.getByRole("button", { name: "Change Admin Info" }));
  await page.getByRole("heading", { name: "Its admin" }).waitFor();
  await page.reload();
  await press(page.getByRole("button", { name: "Look Up BNS Name" }));
  await press(page.getByRole("button", { name: "Confirm Admin" }));
  await page.getByRole("button", { name: "Remove alice.btc" }).waitFor();
  expect(await page.getByRole("button", { name: "Remove bob.btc" }).count()).toBe(0);
  await expect.poll(() => description.inputValue()).toBe(application.description);
  await page.getByAltText("The image you chose").waitFor();

  await page.route("**/api/org-create-request", (route) => route.fulfill({ status: 503 }));
  await sendApplication(page);
  await page.getByText("Something went wrong, please try again").waitFor();
  await page.getByText("It was not sent. What you wrote is kept.").waitFor();
  await expect.poll(() => errors).toHaveLength(1);
  errors.splice(0);
  await page.reload();
  await expect.poll(() => statement.inputValue()).toBe(application.statement);
  await page.unroute("**/api/org-create-request");
});

test("accepts at most ten representatives for a new organization", async () => {
  const { page } = await browser.newPerson();
  await page.route("**/api/columns?*", (route) =>
    route.fulfill({
      json: {
        items: Array.from({ length: 12 }, (_, index) => ({
          address: index === 0 ? alice.address : `${alice.address}.wallet-${index}`,
          bns_name: `person-${index}`,
          bns: "btc",
          profileImageUrl: "",
          statement: null,
          status: "CONFIRMED",
          earned: 0,
          issued: 0,
        })),
        next: null,
      },
    }),
  );
  await page.goto("/create-org");
  await connect(page, "dan");
  await lookUpAdmin(page, dan.address);
  await press(page.getByRole("button", { name: "Confirm Admin" }));
  for (let index = 0; index < 11; index++) await addRepresentative(page, `person-${index}`);
  await page
    .getByText("Exceeded max number of admins (10), Please click on a user to remove them")
    .waitFor();
  await expect.poll(() => page.getByRole("button", { name: /^Remove person/ }).count()).toBe(10);
  await press(page.getByRole("button", { name: "Remove person-3.btc" }));
  await addRepresentative(page, "person-10");
  await page.getByRole("button", { name: "Remove person-10.btc" }).waitFor();
  await expect.poll(() => page.getByText(/^Exceeded max number/).count()).toBe(0);
});

test("lets an admin invite a representative and take it back", async () => {
  const { page } = await browser.newPerson(byKeyboard);
  const organizations = await api()("listOrganizations");
  const id = organizations.find(({ admin }) => admin === atelier.address)?.id ?? 0;
  await page.goto(`/org/${id}`);
  await connect(page, "atelier");
  await pick(
    page.getByRole("combobox", { name: "Invite a representative" }),
    "bob",
    page.getByRole("option", { name: /^bob\./ }),
  );
  await press(page.getByRole("button", { name: "Invite", exact: true }));
  await walletRequest(page).confirm();
  await page.getByText("is being invited.").waitFor();
  const takeBack = page.getByRole("button", { name: "Take back bob.btc" });
  await takeBack.waitFor();
  const invited = async () =>
    (await api()("getOrganization", { query: { id } })).columnInvited.map(({ address }) => address);
  expect(await invited()).toContain(bob.address);
  await press(takeBack);
  await press(page.getByRole("button", { name: "Take it back" }));
  await walletRequest(page).confirm();
  await page.getByText("is being removed.").waitFor();
  await page.getByRole("link", { name: "bob.btc" }).waitFor({ state: "detached" });
  await expect.poll(invited).not.toContain(bob.address);
});
