import { neededBy, packages } from "./packages.ts";

/** Licenses of packages that Colonnade, itself under the MIT license, may use and ship. */
const allowed = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "Unlicense",
  "Zlib",
]);

/** Packages under another license, and why they may stay. */
export const exceptions: { license: string; packages: string; names: RegExp; why: string }[] = [
  {
    license: "GPL-3.0",
    packages: "@stacks/clarinet-sdk, @stacks/clarinet-sdk-wasm",
    names: /^@stacks\/clarinet-sdk(-wasm)?$/,
    why: "The Clarity VM of the devnet and the tests. The devnet is GPL-3.0 itself; nothing else ships it.",
  },
  {
    license: "LGPL-3.0-or-later",
    packages: "@img/sharp-*",
    names: /^@img\/sharp-/,
    why: "libvips, which sharp loads as a separate library. It is used unchanged.",
  },
  {
    license: "MPL-2.0",
    packages: "lightningcss, lightningcss-*",
    names: /^lightningcss(-|$)/,
    why: "Builds the style sheets. It is used unchanged and not shipped.",
  },
  {
    license: "MPL-2.0",
    packages: "axe-core",
    names: /^axe-core$/,
    why: "Checks the accessibility of screens in tests. It is used unchanged and not shipped.",
  },
  {
    license: "OFL-1.1",
    packages: "@fontsource-variable/*, @expo-google-fonts/*",
    names: /^@(?:fontsource-variable|expo-google-fonts)\//,
    why: "The fonts. The license allows shipping them with a product.",
  },
  {
    license: "SEE LICENSE IN LICENSE.md",
    packages: "@digitalbazaar/credentials-context, credentials-context, did-context",
    names: /^((@digitalbazaar\/)?credentials|did)-context$/,
    why: "The code is BSD-3-Clause. The contexts are W3C's, whose Software and Document License allows shipping them.",
  },
  {
    license: "none",
    packages: "@digitalcredentials/ed25519-multikey, base-64",
    names: /^(@digitalcredentials\/ed25519-multikey|base-64)$/,
    why: "Their package.json names no license in the usual place, but their LICENSE files are BSD-3-Clause and MIT's. Used by tests.",
  },
  {
    license: "none",
    packages: "ripemd160-min, png-js",
    names: /^(ripemd160-min|png-js)$/,
    why: "Neither package.json names a license, but their LICENSE files are MIT's.",
  },
  {
    license: "Python-2.0",
    packages: "argparse",
    names: /^argparse$/,
    why: "It came from Python, whose license allows using and shipping it. Only wawoff2's command line needs it, and nothing runs that.",
  },
];

/** What is wrong with the licenses, a sentence for each fault. */
export function findLicenseFaults(): string[] {
  const unknown = [...packages.values()]
    .filter(({ name, license }) => !isAllowed(name, license))
    .map(({ name, license }) => `${name} has the license ${license}, which is not allowed`);
  const shipped = ["apps/service", "apps/web"].flatMap((workspace) =>
    [...neededBy(workspace)]
      .filter((path) => /\bGPL/.test(packages.get(path)?.license.replaceAll("LGPL", "") ?? ""))
      .map((path) => `${workspace} ships ${path}, which is under the GPL`),
  );
  return [...unknown, ...shipped];
}

/** Whether a package may have a license. One side of an OR is enough, an AND needs both. */
function isAllowed(name: string, license: string): boolean {
  const choices = license.replaceAll(/[()]/g, "").split(" OR ");
  return choices.some((choice) =>
    choice
      .split(" AND ")
      .every(
        (part) =>
          allowed.has(part) ||
          exceptions.some((exception) => exception.license === part && exception.names.test(name)),
      ),
  );
}
