import type { Page } from "playwright-core";
import sharp from "sharp";
import { giveFile, press } from "../stack/controls.ts";
import { walletRequest } from "./wallet.ts";

/** A JPEG of a random colour, new to the service. */
async function newImage(): Promise<Buffer> {
  const channel = () => Math.floor(Math.random() * 256);
  const background = { r: channel(), g: channel(), b: channel() };
  return sharp({ create: { width: 900, height: 700, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** Uploads an image through the picker, and signs in with the wallet for it. */
export async function uploadImage(page: Page): Promise<void> {
  await giveImage(page);
  await walletRequest(page).confirm();
  await uploadDialog(page).waitFor({ state: "hidden" });
}

/** Uploads another image as somebody who is signed in. */
export async function uploadAnotherImage(page: Page): Promise<void> {
  await giveImage(page);
  await uploadDialog(page).waitFor({ state: "hidden" });
}

const uploadDialog = (page: Page) => page.getByRole("dialog", { name: "Upload an image" });

async function giveImage(page: Page): Promise<void> {
  await press(page.getByRole("button", { name: /^Upload an/ }));
  const dialog = uploadDialog(page);
  const file = { name: "me.jpg", mimeType: "image/jpeg", buffer: await newImage() };
  await giveFile(dialog.getByRole("button", { name: "Choose a file" }), file);
  await press(dialog.getByRole("button", { name: "Use this image" }));
}

/** Chooses a category's image. */
export async function chooseCategory(page: Page, category: string): Promise<void> {
  await press(page.getByRole("button", { name: "Select Image From Wallet" }));
  const dialog = page.getByRole("dialog", { name: "Select Image From Wallet" });
  await press(dialog.getByRole("button", { name: category }));
  await dialog.waitFor({ state: "hidden" });
}
