import type { Browser } from "playwright-core";

export interface Scrolled {
  /** Different cards that were seen. */
  cards: number;
  /** The most elements that the cards in the page had at any time. */
  nodes: number;
}

/** Scrolls the feed screen by screen to its end. */
export async function scrollFeed(browser: Browser, origin: string): Promise<Scrolled> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    await page.goto(`${origin}/home`);
    await page.getByRole("article").first().waitFor();
    return await page.evaluate(async () => {
      const seen = new Set<string>();
      let nodes = 0;
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const isOver = () => document.body.textContent.includes("You have reached the first one.");
      for (;;) {
        for (const card of document.querySelectorAll("[role=feed] article")) {
          seen.add(card.getAttribute("aria-posinset") ?? "");
        }
        nodes = Math.max(nodes, document.querySelectorAll("[role=feed] *").length);
        const atBottom =
          scrollY + innerHeight >= document.documentElement.scrollHeight - 2 && isOver();
        if (atBottom) return { cards: seen.size, nodes };
        scrollBy(0, innerHeight / 2);
        await frame();
        await frame();
      }
    });
  } finally {
    await context.close();
  }
}
