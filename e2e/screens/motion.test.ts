import { messages } from "@colonnade/domain/messages.ts";
import { expect, test } from "vitest";
import { expectStillness, movesOf, watchMoves } from "../stack/motion.ts";
import { button, hold, says, setUpScreens } from "./screens.ts";

const screens = setUpScreens();
const calls = "/api/milestones";

test("animates nothing on any page under reduced motion", async () => {
  const person = await screens.prepare("carol");
  const { page } = person;
  await watchMoves(page);
  await page.goto("/");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expectStillness(page);
  await page.mouse.wheel(0, 600);
  await expectStillness(page);

  const release = await hold(person, calls);
  await page.goto("/home");
  await page.getByText("Loading endorsements").waitFor();
  await expectStillness(page);
  await release();
  await page.getByRole("article").first().waitFor();
  await expectStillness(page);

  await page.goto("/new-endorsement");
  await button(page, messages.selectImageFromWallet).click();
  const dialog = page.getByRole("dialog", { name: messages.selectImageFromWallet });
  await dialog.waitFor();
  await expectStillness(page);
  await button(dialog, "Legal").click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("img", { name: "Legal" }).first().waitFor();
  await expectStillness(page);

  await page.goto("/edit-profile");
  await button(page, messages.confirmChanges).click();
  await says(page, messages.noChanges);
  await page.getByText(messages.noChanges).waitFor({ state: "detached" });
  await expectStillness(page);
});

test("animates pending things without reduced motion", async () => {
  const person = await screens.prepare(undefined, { reducedMotion: "no-preference" });
  const release = await hold(person, calls);
  await watchMoves(person.page);
  await person.page.goto("/home");
  await person.page.getByText("Loading endorsements").waitFor();
  await expect.poll(() => movesOf(person.page)).toHaveProperty("started.breathe");
  await release();
});
