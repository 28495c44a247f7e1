import type { Page } from "playwright-core";

/** What somebody who listens to a page is offered. */
export interface Outline {
  /** Levels and names of the headings, in the order they are read. */
  headings: { level: number; name: string }[];
  /** Roles and names of what can be worked, in the order they are read. */
  controls: Control[];
  landmarks: string[];
}

export interface Control {
  role: string;
  name: string;
  /** Where a link leads. */
  link?: string;
}

const workable = new Set([
  "button",
  "link",
  "textbox",
  "searchbox",
  "combobox",
  "listbox",
  "option",
  "checkbox",
  "radio",
  "switch",
  "slider",
  "spinbutton",
  "tab",
  "menuitem",
]);
const landmarks = new Set(["banner", "main", "contentinfo", "navigation", "search"]);

/** A line of an ARIA snapshot: `- heading "Feed" [level=1]`, `- link "alice.btc":`, `- /url: /home`. */
const line = /^\s*- (?:'?)(?<role>\/?[a-z]+)(?: "(?<name>(?:[^"\\]|\\.)*)")?(?<rest>.*)$/;

/** Reads a page's accessibility tree, as Playwright tells it. */
export async function readOutline(page: Page): Promise<Outline> {
  const outline: Outline = { headings: [], controls: [], landmarks: [] };
  const snapshot = await page.locator("body").ariaSnapshot();
  for (const text of snapshot.split("\n")) {
    const { role = "", name = "", rest = "" } = line.exec(text)?.groups ?? {};
    if (role === "heading") {
      outline.headings.push({ level: Number(/\[level=(\d)\]/.exec(rest)?.[1]), name });
    } else if (workable.has(role)) outline.controls.push({ role, name });
    else if (landmarks.has(role)) outline.landmarks.push(role);
    else if (role === "/url") {
      const link = outline.controls.findLast((control) => control.role === "link");
      if (link !== undefined) link.link = /^: "?(.*?)"?'?$/.exec(rest)?.[1] ?? rest;
    }
  }
  return outline;
}
