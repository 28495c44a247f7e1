import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { focusState } from "./focus-state.ts";

/** How a person works a page: pointing at it, or by its keyboard alone. */
export type Manner = "mouse" | "keyboard";

/** More than anybody has the patience for. */
const MOST_TABS = 150;
const MOST_ARROWS = 30;
const PATIENCE = { timeout: 10_000, interval: 20 };

const manners = new WeakMap<Page, Manner>();
/** Pages just loaded, where the keyboard has no place yet. */
const fresh = new WeakSet<Page>();

/** From now on the page is worked in this manner by everything below. */
export function work(page: Page, manner: Manner): void {
  manners.set(page, manner);
  fresh.add(page);
  page.on("domcontentloaded", () => fresh.add(page));
}

const byMouse = (target: Locator) => manners.get(target.page()) !== "keyboard";

/** Presses a button, a link, or whatever else can be pressed. */
export async function press(target: Locator): Promise<void> {
  if (byMouse(target)) return target.click();
  await reach(target);
  await expect.poll(() => target.isEnabled(), PATIENCE).toBe(true);
  await target.page().keyboard.press("Enter");
}

/** Writes a text in place of what a field holds. */
export async function write(field: Locator, text: string): Promise<void> {
  if (byMouse(field)) return field.fill(text);
  await reach(field);
  const { keyboard } = field.page();
  await keyboard.press("ControlOrMeta+A");
  if (text === "") await keyboard.press("Delete");
  else await keyboard.type(text);
}

/** Takes one of a group of radio buttons. */
export async function choose(radio: Locator): Promise<void> {
  if (byMouse(radio)) return radio.check();
  await tabUntil(radio, "group");
  await arrowUntil(radio, "the radio button", () => radio.isChecked());
}

/** Takes an option of a native select. */
export async function select(field: Locator, label: string): Promise<void> {
  if (byMouse(field)) {
    await field.selectOption({ label });
    return;
  }
  await reach(field);
  await field.page().keyboard.press("Home");
  const chosen = field.locator("option:checked");
  await arrowUntil(field, label, async () => (await chosen.textContent()) === label);
}

/** Takes one of the options that a combobox offers for a text. */
export async function pick(combobox: Locator, text: string, option: Locator): Promise<void> {
  await write(combobox, text);
  if (byMouse(combobox)) return option.click();
  await option.waitFor();
  const isActive = async () => {
    const active = await combobox.getAttribute("aria-activedescendant");
    return active !== null && active === (await option.getAttribute("id"));
  };
  await arrowUntil(combobox, text, isActive);
  await combobox.page().keyboard.press("Enter");
}

/** Answers the file chooser that a button opens. */
export async function giveFile(
  button: Locator,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const [chooser] = await Promise.all([button.page().waitForEvent("filechooser"), press(button)]);
  await chooser.setFiles(file);
}

/**
 * Brings the keyboard to a control, as somebody without a mouse does.
 * @throws AssertionError when the focus is on nothing, when the control is further than anybody would go, or
 * when one cannot see that it has the focus
 */
export async function reach(target: Locator): Promise<void> {
  await tabUntil(target, "itself");
  await expect
    .poll(() => focusState(target, "itself"), { ...PATIENCE, message: `${target} shows its focus` })
    .toMatchObject({ marked: true, covered: false });
}

async function tabUntil(target: Locator, goal: "itself" | "group"): Promise<void> {
  const page = target.page();
  await target.waitFor();
  if (!fresh.delete(page)) await expectKept(page, `on the way to ${target}`);
  const { isBehind } = await focusState(target, goal);
  for (let tabs = 0; tabs <= MOST_TABS; tabs++) {
    if ((await focusState(target, goal)).there) return;
    await page.keyboard.press(isBehind ? "Shift+Tab" : "Tab");
  }
  throw new Error(`${target} cannot be reached with ${MOST_TABS} Tabs`);
}

async function arrowUntil(
  target: Locator,
  wanted: string,
  isThere: () => Promise<boolean>,
): Promise<void> {
  for (let arrows = 0; arrows <= MOST_ARROWS; arrows++) {
    if (await isThere()) return;
    await target.page().keyboard.press("ArrowDown");
  }
  throw new Error(`No arrow key leads to ${wanted} in ${target}`);
}

/** The keyboard is somewhere: on nothing, whoever listens to the page starts over from its top. */
export async function expectKept(page: Page, when: string): Promise<void> {
  const isKept = () =>
    page.evaluate(
      () => document.activeElement !== null && document.activeElement !== document.body,
    );
  await expect.poll(isKept, { ...PATIENCE, message: `The focus is lost ${when}` }).toBe(true);
}

/** A control has the keyboard, or gets it soon. */
export async function expectFocus(target: Locator): Promise<void> {
  const there = async () => (await focusState(target, "itself")).there;
  await expect.poll(there, { ...PATIENCE, message: `${target} gets the focus` }).toBe(true);
}
