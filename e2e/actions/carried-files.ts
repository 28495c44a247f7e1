import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";

/** The data of a drag or a clipboard with these pictures. */
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

/** Drops pictures on an element. */
export async function drop(place: Locator, pictures: Buffer[]): Promise<void> {
  const dataTransfer = await carry(place.page(), pictures);
  for (const type of ["dragenter", "dragover", "drop"]) {
    await place.dispatchEvent(type, { dataTransfer });
  }
}

/** Pastes pictures into the focused element. */
export async function paste(page: Page, pictures: Buffer[]): Promise<void> {
  const clipboardData = await carry(page, pictures);
  await clipboardData.evaluate((carried) =>
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: carried, bubbles: true, cancelable: true }),
    ),
  );
}

/** Drags a picture from a folder and drops it on an element. If the page ignores the file, the browser opens it. */
export async function dragFromFolder(picture: Buffer, place: Locator): Promise<void> {
  const page = place.page();
  await place.scrollIntoViewIfNeeded();
  const box = await place.boundingBox();
  if (box === null) throw new Error(`${place} is not on the page`);
  const folder = await mkdtemp(join(tmpdir(), "colonnade-folder-"));
  const file = join(folder, "picture.png");
  await writeFile(file, picture);
  const browser = await page.context().newCDPSession(page);
  const drag = {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    data: { items: [], files: [file], dragOperationsMask: 1 },
  };
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await browser.send("Input.dispatchDragEvent", { type, ...drag });
  }
  await browser.detach();
  await rm(folder, { recursive: true });
}
