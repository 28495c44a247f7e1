import { configDefaults, defineConfig } from "vitest/config";

const project = (name: string, root: string, setupFiles: string[] = []) => ({
  test: {
    name,
    root,
    setupFiles,
    include: ["**/*.test.ts", "**/*.test.tsx"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // However busy the machine is: what is waited for comes, or never does.
    expect: { poll: { timeout: 30_000 } },
    sequence: { groupOrder: 2 },
  },
});

const walletTests = "wallet/tests/**/*.test.ts";
const devnetProject = {
  test: {
    ...project("devnet", "apps/devnet").test,
    exclude: [...configDefaults.exclude, walletTests],
  },
};

/** What a browser sees of the dev wallet: built once before all files. */
const walletProject = {
  test: {
    ...project("wallet", "apps/devnet").test,
    include: [walletTests],
    globalSetup: "wallet/tests/setup.ts",
  },
};

/** Every file's databases are copies of what is made once before all of them. */
const serviceProject = {
  test: {
    ...project("service", "apps/service", ["tests/support/answers.ts"]).test,
    globalSetup: "tests/support/setup.ts",
  },
};

/**
 * Files that share one running product go one after the other. They begin, so that in the end every worker has
 * something to do.
 */
const browserProject = (name: string) => ({
  test: {
    ...project(name, "e2e").test,
    include: [`${name}/**/*.test.ts`],
    globalSetup: `${name}/setup.ts`,
    testTimeout: 120_000,
    fileParallelism: false,
    sequence: { groupOrder: 1 },
  },
});

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      project("domain", "packages/domain"),
      project("contracts", "contracts"),
      devnetProject,
      walletProject,
      serviceProject,
      project("web", "apps/web"),
      browserProject("journeys"),
      browserProject("screens"),
    ],
  },
});
