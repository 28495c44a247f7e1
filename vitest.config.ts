import { defineConfig } from "vitest/config";

const project = (name: string, root: string) => ({
  test: {
    name,
    root,
    include: ["**/*.test.ts", "**/*.test.tsx"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      project("domain", "packages/domain"),
      project("contracts", "contracts"),
      project("devnet", "apps/devnet"),
      project("service", "apps/service"),
      project("web", "apps/web"),
      {
        test: {
          ...project("e2e", "e2e").test,
          globalSetup: "setup.ts",
          testTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
