import { afterAll, afterEach, expect, vi } from "vitest";
import { expectNoDifferences, forgetServices } from "./response-check.ts";

// Vitest runs this file again before each test file. It imports other modules once for all test files of a worker, so
// their hooks would reach the first test file alone.

afterEach(expectNoDifferences);
afterAll(expectNoDifferences);
afterAll(forgetServices);

// A clock that a file leaves stopped would stand still in the next file, too.
afterAll(() => expect(vi.isFakeTimers()).toBe(false));
