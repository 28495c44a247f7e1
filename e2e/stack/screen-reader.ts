import type { Page } from "playwright-core";

/**
 * Records what the page's live regions tell screen readers from now on.
 * @returns a function that reads the texts so far, in order
 */
export async function hear(page: Page): Promise<() => Promise<string[]>> {
  const heard = await page.evaluateHandle(() => {
    const live = "[role=alert], [role=status], [aria-live]:not([aria-live=off])";
    const said = new Map<Element, string>();
    const texts: string[] = [];
    const listen = () => {
      for (const region of document.querySelectorAll(live)) {
        const text = (region.textContent ?? "").trim();
        if (text !== "" && text !== said.get(region)) texts.push(text);
        said.set(region, text);
      }
    };
    listen();
    texts.length = 0;
    new MutationObserver(listen).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    return texts;
  });
  return () => heard.evaluate((texts) => [...texts]);
}
