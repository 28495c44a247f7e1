import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { type Look, type Stage, setStage } from "./stage.ts";

/**
 * A stage for a file of tests, with a new page on the asking site for each. A page must not have
 * reported an error by the end of its test.
 */
export function setScene() {
  let stage: Stage | undefined;
  let opened: { page: Page; errors: string[]; close: () => Promise<void> } | undefined;

  const now = () => {
    if (opened === undefined) throw new Error("The page is not open yet");
    return opened;
  };
  const theStage = () => {
    if (stage === undefined) throw new Error("The stage is not set yet");
    return stage;
  };
  const open = async (look?: Look) => {
    await opened?.close();
    const { page, errors, context } = await theStage().open(look);
    opened = { page, errors, close: () => context.close() };
  };

  beforeAll(async () => {
    stage = await setStage();
  });
  afterAll(() => stage?.[Symbol.asyncDispose]());
  beforeEach(() => open());
  afterEach(async () => {
    const { errors, close } = now();
    opened = undefined;
    await close();
    expect(errors).toEqual([]);
  });

  return {
    get stage() {
      return theStage();
    },
    get page() {
      return now().page;
    },
    /** Opens the site anew, with another look. */
    open,
    /** Says that the page is meant to report this error. */
    expectError: (text: string) => {
      const { errors } = now();
      errors.splice(0, errors.length, ...errors.filter((error) => !error.includes(text)));
    },
  };
}
