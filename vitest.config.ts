import { configDefaults, defineConfig } from "vitest/config";
import { TORTURE_SHARE } from "./packages/torture/torture.ts";

const project = (name: string, root: string) => ({
  test: {
    name,
    root,
    // The files of a worker share the modules they import, which are loaded once.
    isolate: false,
    include: ["**/*.test.ts", "**/*.test.tsx"],
    // Long, because the machine may be busy.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // The outcome names what differed at a first try, so messages are long enough to say it.
    chaiConfig: { truncateThreshold: 400 },
    sequence: { groupOrder: 2 },
  },
});

const ensureChromium = `${import.meta.dirname}/scripts/chromium.ts`;

const walletTests = "wallet/tests/**/*.test.ts";
const devnetProject = {
  test: {
    ...project("devnet", "apps/devnet").test,
    exclude: [...configDefaults.exclude, walletTests],
  },
};

/** The dev wallet in a browser. Its setup builds the wallet once for all files. */
const walletProject = {
  test: {
    ...project("wallet", "apps/devnet").test,
    include: [walletTests],
    globalSetup: [ensureChromium, "wallet/tests/setup.ts"],
  },
};

/** The tests of the web app mock modules. */
const webProject = { test: { ...project("web", "apps/web").test, isolate: true } };

const checkResponses = `${import.meta.dirname}/apps/service/tests/support/each-file.ts`;

/**
 * The service answers 503 to a request that a stalled machine made late. A random counterexample is never
 * tried again, and under torture nothing is. The outcome names each test that passed at its second try.
 */
const onceMoreIfLate = {
  count: process.env[TORTURE_SHARE] === undefined ? 1 : 0,
  condition: /^(?!Property failed)(?!.*The document has).*\b503\b/s,
};

const serviceProject = {
  test: {
    ...project("service", "apps/service").test,
    setupFiles: checkResponses,
    retry: onceMoreIfLate,
  },
};

/**
 * Each file skips its tests where there are no peers. The files run one after the other, because two install the Hiro
 * API. Vitest wants them in the same group as the other such files, those of the browser.
 */
const peersProject = {
  test: {
    ...project("peers", "peers").test,
    fileParallelism: false,
    sequence: { groupOrder: 1 },
  },
};

/**
 * The files of such a project use the same ports, so they run one after the other. They start first, so that the other
 * files fill all workers until the end.
 */
const browserProject = (name: string) => ({
  test: {
    ...project(name, "e2e").test,
    include: [`${name}/**/*.test.ts`],
    setupFiles: checkResponses,
    globalSetup: [ensureChromium, `${name}/setup.ts`],
    testTimeout: 300_000,
    // A browser stalls now and then. The outcome names each test that passed at its second try.
    retry: 1,
    fileParallelism: false,
    sequence: { groupOrder: 1 },
  },
});

export default defineConfig({
  test: {
    // One more than the processors of a small machine, because the service's tests wait a fifth of their time.
    maxWorkers: 3,
    // Makes a template database when the first file asks for one. Each test copies it.
    globalSetup: "apps/service/tests/support/setup.ts",
    projects: [
      project("domain", "packages/domain"),
      project("contract-events", "packages/contract-events"),
      project("folder-lock", "packages/folder-lock"),
      project("contracts", "contracts"),
      project("verify", "packages/verify"),
      project("client", "packages/client"),
      project("scripts", "scripts"),
      devnetProject,
      walletProject,
      serviceProject,
      peersProject,
      webProject,
      browserProject("journeys"),
      browserProject("screens"),
    ],
  },
});
