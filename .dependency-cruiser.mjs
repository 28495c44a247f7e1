// Who may import whom, with a sentence per rule. ARCHITECTURE.md has the table. Imports of types count, too.

const ours = "^(packages|apps|contracts|e2e|bench|scripts|peers)/";
const tests = "(/tests/|[.]test[.]tsx?$)";

const startsWith = (...paths) => `^(${paths.join("|")})`;

/** Code in a folder imports only that folder and these others. Its tests may also start a chain, and check proofs. */
function only(folder, others, comment) {
  const rule = (from, allowed) => ({
    severity: "error",
    comment,
    from: { path: startsWith(folder), ...from },
    to: { path: ours, pathNot: startsWith(folder, ...allowed) },
  });
  const chain = ["apps/devnet/", "contracts/", "packages/verify/", torture];
  return [
    { name: `${folder} code`, ...rule({ pathNot: tests }, others) },
    {
      name: `${folder} tests`,
      ...rule({ path: `${startsWith(folder)}.*${tests}` }, [...others, ...chain]),
    },
  ];
}

/** Code in a layer of the web app imports no layer above it. */
function below(layer, above, comment) {
  const folder = startsWith(`apps/web/${layer}/`);
  const to = { path: startsWith(...above.map((name) => `apps/web/${name}`)) };
  return { name: `web ${layer}`, severity: "error", comment, from: { path: folder }, to };
}

const domain = "packages/domain/";
const events = "packages/contract-events/";
const lock = "packages/folder-lock/";
const torture = "packages/torture/";
const order = "The order is ui, features, layout, screens, routes.";

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "no cycle of files",
      severity: "error",
      comment: "Files that import each other are one idea, or they share a third one.",
      from: {},
      to: { circular: true },
    },
    {
      name: "no cycle of folders",
      severity: "error",
      comment: "Folders that import each other cannot be read one after the other.",
      scope: "folder",
      from: {},
      to: { circular: true },
    },
    ...only(domain, [], "The domain is pure and imports nobody: everyone else builds on it."),
    ...only(events, [domain], "Decoding and folding contract events is pure."),
    ...only(
      "apps/web/",
      [domain, "packages/verify/"],
      "The web app talks to the service and the node over HTTP.",
    ),
    {
      name: "web without the check of proofs",
      severity: "error",
      comment: "The check is a page of its own, so that no other page loads it.",
      from: { path: "^apps/web/(?!verify/)", pathNot: tests },
      to: { path: "^(apps/web|packages)/verify/" },
    },
    {
      name: "web verify",
      severity: "error",
      comment:
        "The page that checks proofs works without the service, so it shares the ui kit alone.",
      from: { path: "^apps/web/verify/" },
      to: { path: "^apps/web/(api|features|layout|screens)/" },
    },
    ...only(lock, [], "The folder lock knows nobody who uses it."),
    ...only(torture, [], "The count of tries knows no test."),
    ...only("apps/service/", [domain, events, lock], "The service reads the chain over HTTP."),
    ...[
      ["indexer", "http"],
      ["http", "indexer"],
    ].map(([from, to]) => ({
      name: `service ${from} without ${to}`,
      severity: "error",
      comment: "The indexer and the HTTP routes share revision/ and off-chain/, not each other.",
      from: { path: `^apps/service/${from}/` },
      to: { path: `^apps/service/${to}/` },
    })),
    {
      name: "service http requests, limits and responses",
      severity: "error",
      comment: "Every route uses these folders, so they import no route and no service of the app.",
      from: { path: "^apps/service/http/(requests|limits|responses)/" },
      to: { path: "^apps/service/http/(?!requests/|limits/|responses/|errors[.]ts)" },
    },
    ...only(
      "apps/devnet/",
      [domain, events, lock, "contracts/"],
      "The devnet knows no app on its chain.",
    ),
    ...only("contracts/", [domain, events], "The contracts know no app."),
    ...only(
      "packages/verify/",
      [domain, events, "contracts/"],
      "The check of a proof needs no service and no app.",
    ),
    ...only(
      "packages/client/",
      [domain],
      "The published client has the contract and nothing of an app.",
    ),
    below(
      "ui",
      ["features", "layout", "screens", "routes"],
      `The ui kit knows no feature. ${order}`,
    ),
    below("features", ["layout", "screens", "routes"], `A feature knows no screen. ${order}`),
    below(
      "layout",
      ["screens", "routes"],
      `The layout frames every screen and knows none. ${order}`,
    ),
    below("screens", ["routes"], `A screen does not know the table of routes. ${order}`),
    {
      name: "web features apart",
      severity: "error",
      comment: "Features share data, but they do not import each other's components.",
      from: { path: "^apps/web/features/([^/]+)/" },
      to: { path: "^apps/web/features/.*[.]tsx$", pathNot: "^apps/web/features/$1/" },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    moduleSystems: ["es6"],
    doNotFollow: { path: "node_modules" },
    exclude: { path: "node_modules|/dist/|/dist-server/" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import"] },
  },
};
