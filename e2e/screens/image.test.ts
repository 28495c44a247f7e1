import { categories } from "@colonnade/domain/category.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { dragFromFolder, drop, paste } from "../actions/carried-files.ts";
import { walletRequest } from "../actions/wallet.ts";
import { look } from "../stack/look.ts";
import { button, fail, heading, hold, says, setUpScreens, text } from "./screens.ts";

const screens = setUpScreens();

async function openUpload(page: Page): Promise<Locator> {
  await button(page, "Upload an image").click();
  const dialog = page.getByRole("dialog", { name: "Upload an image" });
  await button(dialog, "Choose a file").waitFor();
  return dialog;
}

const give = (dialog: Locator, name: string, mimeType: string, buffer: Buffer) =>
  dialog.getByLabel("Image file").setInputFiles({ name, mimeType, buffer });

const widthOf = (image: Locator) =>
  image.evaluate((one) => (one instanceof HTMLImageElement ? one.naturalWidth : 0));

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#7a5c3e" } })
    .png()
    .toBuffer();

test("says why a file, or several at once, cannot be used as an image", async () => {
  const { page } = await screens.open("/new-endorsement", "bob");
  const dialog = await openUpload(page);
  await look(page, "upload");
  await give(dialog, "notes.txt", "text/plain", Buffer.from("not an image"));
  await says(dialog, messages.imageFile);
  await look(page, "upload-refused");
  // No two refusals in a row say the same, so each is seen to come.
  await give(dialog, "wide.png", "image/png", await draw(limits.imagePixels, 10));
  await says(dialog, messages.imageTooLarge);
  await give(dialog, "broken.png", "image/png", Buffer.from("not an image either"));
  await says(dialog, messages.imageFile);
  await give(dialog, "high.png", "image/png", await draw(10, limits.imagePixels));
  await says(dialog, messages.imageTooLarge);
  await give(dialog, "heavy.png", "image/png", Buffer.alloc(limits.imageBytes + 1));
  await says(dialog, messages.imageTooHeavy);

  const picture = await draw(40, 30);
  const shown = dialog.getByRole("img", { name: "What you are about to use" });
  const zone = dialog.getByRole("region", { name: "Drop an image here" });
  const ways = [
    (pictures: Buffer[]) => drop(zone, pictures),
    (pictures: Buffer[]) => paste(page, pictures),
  ];
  for (const way of ways) {
    await way([picture, picture]);
    await says(dialog, messages.singleImageFile);
    expect(await shown.count()).toBe(0);
    await button(dialog, messages.exit).click();
    await dialog.waitFor({ state: "detached" });
    await openUpload(page);
    expect(await dialog.getByText(messages.singleImageFile).count()).toBe(0);
  }

  // The previous image is not offered to be tried again.
  const use = button(dialog, "Use this image");
  await give(dialog, "photo.png", "image/png", picture);
  await use.waitFor();
  await give(dialog, "notes.pdf", "application/pdf", Buffer.from("not an image"));
  await says(dialog, messages.imageFile);
  await use.waitFor();

  await use.click();
  await walletRequest(page).cancel();
  await button(dialog, "Try again").waitFor();
  await drop(zone, [picture, picture]);
  await says(dialog, messages.singleImageFile);
  await use.waitFor();
});

test("takes an image that is dropped on the picker or its dialog, or pasted, but not beside them or into a text field", async () => {
  const { page, context } = await screens.open("/new-endorsement", "bob");
  const pages = context.pages();
  const title = page.getByRole("textbox", { name: "Title" });
  await title.fill("Half written");
  const dialog = page.getByRole("dialog", { name: "Upload an image" });
  const shown = dialog.getByRole("img", { name: "What you are about to use" });

  const small = await draw(40, 30);
  await dragFromFolder(small, heading(page, messages.issueEndorsement));
  await dragFromFolder(small, title);
  expect(await dialog.count()).toBe(0);
  const square = page.getByRole("group", { name: "Image" }).locator("div:has(> svg)");
  await dragFromFolder(small, square);
  await expect.poll(() => widthOf(shown)).toBe(40);

  const besideZone = text(dialog, "It is not a transaction");
  await dragFromFolder(await draw(60, 30), besideZone);
  await expect.poll(() => widthOf(shown)).toBe(60);
  const zone = dialog.getByRole("region", { name: "Drop an image here" });
  await drop(zone, [small]);
  await expect.poll(() => widthOf(shown)).toBe(40);
  await paste(page, [await draw(60, 30)]);
  await expect.poll(() => widthOf(shown)).toBe(60);
  await button(dialog, messages.exit).click();
  await dialog.waitFor({ state: "detached" });
  expect(await title.inputValue()).toBe("Half written");
  expect(context.pages()).toEqual(pages);

  await title.focus();
  await paste(page, [await draw(40, 30)]);
  expect(await dialog.count()).toBe(0);
  await title.blur();
  await paste(page, [await draw(60, 30)]);
  await expect.poll(() => widthOf(shown)).toBe(60);
});

test("previews an image, scales it down, and stores it after the wallet signed", async () => {
  const person = await screens.open("/new-endorsement", "bob");
  const { page } = person;
  const dialog = await openUpload(page);
  await give(dialog, "photo.png", "image/png", await draw(800, 1000));
  const preview = dialog.getByRole("img", { name: "What you are about to use" });
  const readSize = () =>
    preview.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  await expect.poll(readSize).toEqual([400, limits.imageResizeHeight]);
  await look(page, "upload-preview");
  await button(dialog, "Use this image").click();
  await walletRequest(page).cancel();
  await says(dialog, "You did not sign.");
  const mend = await fail(person, "/api/upload");
  await button(dialog, "Try again").click();
  await walletRequest(page).confirm();
  await says(dialog, "Your image is still here.");
  await look(page, "upload-failed");
  await mend();
  await button(dialog, "Try again").click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("img", { name: "The image you chose" }).waitFor();
});

test("keeps the image that was chosen during an upload, and leaves the uploaded one to use", async () => {
  const person = await screens.open("/new-endorsement", "bob");
  const { page } = person;
  const dialog = await openUpload(page);
  await give(dialog, "photo.png", "image/png", await draw(80, 60));
  const letThrough = await hold(person, "/api/upload");
  const uploaded = page.waitForResponse((response) => response.url().endsWith("/api/upload"));
  await button(dialog, "Use this image").click();
  await walletRequest(page).confirm();
  await button(dialog, messages.exit).click();
  await dialog.waitFor({ state: "detached" });
  await button(page, messages.selectImageFromWallet).click();
  const [{ name }] = categories;
  await button(page.getByRole("dialog"), name).click();
  const chosen = page.getByRole("group", { name: "Image" }).getByRole("img", { name });
  await chosen.waitFor();
  await letThrough();
  await (await uploaded).finished();

  await button(page, "Upload another image").click();
  await says(dialog, "You chose another image meanwhile. This one is still here.");
  await look(page, "upload-late");
  await button(dialog, messages.exit).click();
  await chosen.waitFor();
  await button(page, "Upload another image").click();
  await button(dialog, "Use this image").click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("img", { name: "The image you chose" }).waitFor();
});
