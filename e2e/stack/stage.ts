import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject } from "vitest";
import { launchChromium } from "../../apps/devnet/tests/chromium.ts";
import { checkAnswersOf } from "../../apps/service/tests/support/answers.ts";
import { newPerson, type Person, type PersonOptions } from "./browser.ts";

/** Who works by mouse on a wide screen by day, and who by keyboard alone on a phone's width at night. */
export const bothManners = [
  { manner: "mouse", width: 1440, height: 900, colorScheme: "light" },
  { manner: "keyboard", width: 390, height: 844, colorScheme: "dark" },
] as const satisfies PersonOptions[];

/**
 * A Chromium for a file of journeys, and people in it who leave after each test. A person's page must
 * never have reported an error of its own, and been answered nothing but what the API's document says.
 */
export function setStage() {
  let browser: Browser | undefined;
  const people: Person[] = [];
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterEach(async () => {
    const gone = people.splice(0);
    await Promise.all(gone.map(leave));
    expect(gone.flatMap(({ errors }) => errors)).toEqual([]);
  });
  afterAll(() => browser?.close());
  return {
    enter: async (options?: PersonOptions, origin = inject("origin")): Promise<Person> => {
      if (browser === undefined) throw new Error("The browser is not there yet");
      await checkAnswersOf(origin);
      const person = await newPerson(browser, origin, options);
      people.push(person);
      return person;
    },
  };
}

async function leave({ context, compared }: Person): Promise<void> {
  await compared();
  await context.close();
}
