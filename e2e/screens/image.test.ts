import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { walletRequest } from "../actions/wallet.ts";
import { look } from "../stack/look.ts";
import { button, fail, says, setScreens } from "../stack/screens.ts";

const screens = setScreens();

async function openUpload(page: Page): Promise<Locator> {
  await button(page, "Upload an image").click();
  const dialog = page.getByRole("dialog", { name: "Upload an image" });
  await button(dialog, "Choose a file").waitFor();
  return dialog;
}

const give = (dialog: Locator, name: string, mimeType: string, buffer: Buffer) =>
  dialog.getByLabel("Image file").setInputFiles({ name, mimeType, buffer });

/** Files as a drag or the clipboard carries them. */
const carry = (page: Page, pictures: Buffer[]) =>
  page.evaluateHandle(
    (encoded) => {
      const held = new DataTransfer();
      for (const [index, text] of encoded.entries()) {
        const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
        held.items.add(new File([bytes], `${index}.png`, { type: "image/png" }));
      }
      return held;
    },
    pictures.map((picture) => picture.toString("base64")),
  );

async function drop(dialog: Locator, pictures: Buffer[]): Promise<void> {
  const dataTransfer = await carry(dialog.page(), pictures);
  const place = dialog.getByRole("region", { name: "Drop an image here" });
  for (const type of ["dragenter", "dragover", "drop"]) {
    await place.dispatchEvent(type, { dataTransfer });
  }
}

async function paste(dialog: Locator, pictures: Buffer[]): Promise<void> {
  const clipboardData = await carry(dialog.page(), pictures);
  await clipboardData.evaluate((carried) =>
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: carried, bubbles: true, cancelable: true }),
    ),
  );
}

const widthOf = (image: Locator) =>
  image.evaluate((one) => (one instanceof HTMLImageElement ? one.naturalWidth : 0));

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#7a5c3e" } })
    .png()
    .toBuffer();

test("a file that cannot be an image is refused in the words of its fault", async () => {
  const { page } = await screens.open("/new-endorsement", "bob");
  const dialog = await openUpload(page);
  await look(page, "upload");
  await give(dialog, "notes.txt", "text/plain", Buffer.from("not an image"));
  await says(dialog, messages.imageFile);
  await look(page, "upload-refused");
  await give(dialog, "broken.png", "image/png", Buffer.from("not an image either"));
  await says(dialog, messages.imageFile);
  await give(dialog, "heavy.png", "image/png", Buffer.alloc(limits.imageBytes + 1));
  await says(dialog, messages.imageTooHeavy);
  await give(dialog, "wide.png", "image/png", await draw(limits.imagePixels, 10));
  await says(dialog, messages.imageTooLarge);
  await give(dialog, "high.png", "image/png", await draw(10, limits.imagePixels));
  await says(dialog, messages.imageTooLarge);
});

test("only one image can be dropped or pasted", async () => {
  const { page } = await screens.open("/new-endorsement", "bob");
  const dialog = await openUpload(page);
  const picture = await draw(40, 30);
  const shown = dialog.getByRole("img", { name: "What you are about to use" });
  for (const give of [drop, paste]) {
    await give(dialog, [picture, picture]);
    await says(dialog, messages.singleImageFile);
    expect(await shown.count()).toBe(0);
    await button(dialog, messages.exit).click();
    await openUpload(page);
  }
});

test("an image is dropped or pasted", async () => {
  const { page } = await screens.open("/new-endorsement", "bob");
  const dialog = await openUpload(page);
  const shown = dialog.getByRole("img", { name: "What you are about to use" });
  await drop(dialog, [await draw(40, 30)]);
  await shown.waitFor();
  expect(await widthOf(shown)).toBe(40);
  await paste(dialog, [await draw(60, 30)]);
  await expect.poll(() => widthOf(shown)).toBe(60);
});

test("an image is shown before it is used, made smaller, and stored once one has signed", async () => {
  const person = await screens.open("/new-endorsement", "bob");
  const { page } = person;
  const dialog = await openUpload(page);
  await give(dialog, "photo.png", "image/png", await draw(800, 1000));
  const preview = dialog.getByRole("img", { name: "What you are about to use" });
  await preview.waitFor();
  const size = await preview.evaluate((image: HTMLImageElement) => [
    image.naturalWidth,
    image.naturalHeight,
  ]);
  expect(size).toEqual([400, limits.imageResizeHeight]);
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
