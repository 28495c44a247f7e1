import { expect, it } from "vitest";
import { register, startFixture } from "./support/fixture.ts";
import { person } from "./support/people.ts";
import { buildStandIn } from "./support/renderer.ts";

/** Of 400,000 bytes each, so many fit into 16 MB. */
const FITTING = 41;

it("keeps 16 MB of pages, those asked for last, and beside them what no head changes", async () => {
  await using app = await buildStandIn();
  const people = Array.from({ length: FITTING + 1 }, (_, index) => person(`page ${index}`));
  const fixture = await startFixture({ webFolder: app.webFolder });
  try {
    await fixture.mine(...people.map((one) => register(one, "Grow.")));
    /** Which of all pages it was when it was drawn: one that is kept is not drawn again. */
    const drawn = async (path: string) => {
      const page = await fetch(`${fixture.service.origin}${path}`);
      return Number(/<i>(\d+)</.exec(await page.text())?.[1]);
    };
    const drawnFor = (index: number) => drawn(`/profile/${people[index]?.address}`);

    expect(await drawn("/faqs")).toBe(1);
    for (let index = 0; index < FITTING; index += 1) expect(await drawnFor(index)).toBe(index + 2);
    expect(await drawnFor(0), "the first is still there").toBe(2);
    expect(await drawnFor(FITTING), "one more than fits").toBe(FITTING + 2);
    expect(await drawnFor(0), "just asked for").toBe(2);
    expect(await drawnFor(2), "not the oldest").toBe(4);
    expect(await drawnFor(1), "asked for longest ago").toBe(FITTING + 3);
    expect(await drawn("/faqs")).toBe(1);
  } finally {
    await fixture.close();
  }
});
