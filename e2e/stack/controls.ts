import type { ElementHandle, Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** How a person operates a page. */
export type Manner = "mouse" | "keyboard";

/** More key presses than any control may need. */
const MOST_TABS = 150;
const MOST_ARROWS = 30;
/** Milliseconds between two looks. */
const OFTEN = { interval: 20 };

const manners = new WeakMap<Page, Manner>();
/** Pages that have just loaded, where nothing has the focus yet. */
const justLoaded = new WeakSet<Page>();

/** Sets how the functions below operate a page. */
export function work(page: Page, manner: Manner): void {
  manners.set(page, manner);
  justLoaded.add(page);
  page.on("domcontentloaded", () => justLoaded.add(page));
}

const byMouse = (target: Locator) => manners.get(target.page()) !== "keyboard";

/** Presses a button, a link or another control. */
export async function press(target: Locator): Promise<void> {
  if (byMouse(target)) return target.click();
  await reach(target);
  await expect.poll(() => target.isEnabled(), OFTEN).toBe(true);
  await target.page().keyboard.press("Enter");
}

/** Replaces a field's text. */
export async function write(field: Locator, text: string): Promise<void> {
  if (byMouse(field)) return field.fill(text);
  await reach(field);
  const { keyboard } = field.page();
  await keyboard.press("ControlOrMeta+A");
  if (text === "") await keyboard.press("Delete");
  else await keyboard.type(text);
}

/** Chooses one of a group of radio buttons. */
export async function choose(radio: Locator): Promise<void> {
  if (byMouse(radio)) return radio.check();
  await tabUntil(radio, "group");
  await arrowUntil(radio, "the radio button", () => radio.isChecked());
}

/** Chooses an option of a native select. */
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

/** Types a text into a combobox and chooses one of the options offered. */
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

/** Chooses a file in the file chooser that a button opens. */
export async function giveFile(
  button: Locator,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const [chooser] = await Promise.all([button.page().waitForEvent("filechooser"), press(button)]);
  await chooser.setFiles(file);
}

/**
 * Moves the focus to a control by Tab, as somebody without a mouse does.
 * @throws AssertionError when the focus is lost or does not show
 * @throws Error when the control is too many Tabs away
 */
export async function reach(target: Locator): Promise<void> {
  await tabUntil(target, "itself");
  await expect
    .poll(() => focusState(target, "itself"), { ...OFTEN, message: `${target} shows its focus` })
    .toMatchObject({ marked: true, covered: false });
}

async function tabUntil(target: Locator, goal: Goal): Promise<void> {
  const page = target.page();
  await target.waitFor();
  if (!justLoaded.delete(page)) await expectKept(page, `on the way to ${target}`);
  const { isBehind } = await focusState(target, goal);
  let element: ElementHandle<Element> | null = null;
  for (let tabs = 0; tabs <= MOST_TABS; tabs++) {
    // A handle sends one message for each question, a locator six.
    element ??= await target.elementHandle();
    const state = await element?.evaluate(readFocus, goal);
    if (state?.there) return;
    // The page has replaced the control.
    if (!state) element = null;
    else await page.keyboard.press(isBehind ? "Shift+Tab" : "Tab");
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

/** Expects that some element has the focus. If none has it, a screen reader starts over from the top. */
export async function expectKept(page: Page, when: string): Promise<void> {
  const isKept = () =>
    page.evaluate(
      () => document.activeElement !== null && document.activeElement !== document.body,
    );
  await expect.poll(isKept, { ...OFTEN, message: `The focus is lost ${when}` }).toBe(true);
}

/** Expects that a control has the focus or gets it soon. */
export async function expectFocus(target: Locator): Promise<void> {
  const there = async () => (await focusState(target, "itself")).there;
  await expect.poll(there, { ...OFTEN, message: `${target} gets the focus` }).toBe(true);
}

/** Focus on the control itself, or on any radio button of its group. */
type Goal = "itself" | "group";

interface FocusState {
  /** Whether the control has the focus, or any radio button of its group for the goal `group`. */
  there: boolean;
  /** Whether it comes before the focused element, so that Shift+Tab leads to it. */
  isBehind: boolean;
  /** Whether it has an outline or a shadow. */
  marked: boolean;
  /** Whether other elements cover all of it. Toasts do not count: people can close them. */
  covered: boolean;
}

/** Reads whether a control has the focus and whether people see it. @throws Error when it has left the page */
async function focusState(target: Locator, goal: Goal): Promise<FocusState> {
  const state = await target.evaluate(readFocus, goal);
  if (state === null) throw new Error(`${target} has left the page`);
  return state;
}

/** Runs in the page. @returns null when the control has left it */
function readFocus(element: Element, wanted: Goal): FocusState | null {
  const root = element.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return null;
  const active = root.activeElement;
  const isMate =
    wanted === "group" &&
    active instanceof HTMLInputElement &&
    element instanceof HTMLInputElement &&
    active.type === "radio" &&
    active.name === element.name;
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  const isOverIt = (x: number, y: number) => {
    const top = root.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
    const isOurs = top === null ? false : element.contains(top) || top.contains(element);
    return !(isOurs || top?.closest(".Toastify"));
  };
  const parts = [0.1, 0.5, 0.9];
  return {
    there: element.ownerDocument.hasFocus() && (active === element || isMate),
    isBehind:
      active !== null &&
      active !== document.body &&
      (element.compareDocumentPosition(active) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
      !element.contains(active),
    marked:
      (style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) > 0) ||
      style.boxShadow !== "none",
    covered: parts.every((x) => parts.every((y) => isOverIt(x, y))),
  };
}
