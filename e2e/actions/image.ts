import type { Page } from "playwright-core";
import sharp from "sharp";
import { giveFile, press } from "../stack/hands.ts";
import { walletRequest } from "./wallet.ts";

/** A photograph-like image that no test had before. */
async function newImage(): Promise<Buffer> {
  const channel = () => Math.floor(Math.random() * 256);
  const background = { r: channel(), g: channel(), b: channel() };
  return sharp({ create: { width: 900, height: 700, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** Uploads an image of one's own through the picker, signing in with the wallet on the way. */
export async function uploadImage(page: Page): Promise<void> {
  await press(page.getByRole("button", { name: /^Upload an/ }));
  const dialog = page.getByRole("dialog", { name: "Upload an image" });
  const file = { name: "me.jpg", mimeType: "image/jpeg", buffer: await newImage() };
  await giveFile(dialog.getByRole("button", { name: "Choose a file" }), file);
  await press(dialog.getByRole("button", { name: "Use this image" }));
  await walletRequest(page).confirm();
  await dialog.waitFor({ state: "hidden" });
}

/** Takes a category's image. */
export async function chooseCategory(page: Page, category: string): Promise<void> {
  await press(page.getByRole("button", { name: "Select Image From Wallet" }));
  const dialog = page.getByRole("dialog", { name: "Select Image From Wallet" });
  await press(dialog.getByRole("button", { name: category }));
  await dialog.waitFor({ state: "hidden" });
}
