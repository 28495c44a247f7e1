import type { Locator } from "playwright-core";

export interface FocusState {
  /** Whether the control has the focus; with the goal `group`, any radio button of its group. */
  there: boolean;
  /** Whether it comes before what has the focus, so that one goes back to it. */
  isBehind: boolean;
  /** Whether an outline or a shadow is drawn around it. */
  marked: boolean;
  /** Whether something else lies over all of it. Toasts don't count: they can be sent away. */
  covered: boolean;
}

/** Where the focus is, as seen from a control, and how that looks. */
export function focusState(target: Locator, goal: "itself" | "group"): Promise<FocusState> {
  return target.evaluate((element, wanted): FocusState => {
    const root = element.getRootNode();
    if (!(root instanceof Document || root instanceof ShadowRoot)) throw new Error("It is gone");
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
  }, goal);
}
