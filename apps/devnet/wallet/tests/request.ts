import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Cl } from "@stacks/transactions";
import type { Frame, Page } from "playwright-core";
import { z } from "zod";
import { deployer, erin } from "../../accounts.ts";
import type { Devnet } from "../../devnet.ts";

export const protocol = `${deployer.address}.colonnade-protocol-alpha` as const;
/** What a wallet answers once it has sent a transaction. */
export const sentSchema = z.object({
  txid: z.string().regex(/^[0-9a-f]{64}$/),
  transaction: z.string(),
});
/** What a wallet answers once it has signed a message. */
export const signedSchema = z.object({ signature: z.string(), publicKey: z.string() });

/** Parameters of `stx_callContract`: erin registers her profile. */
export const registerErin = {
  contract: protocol,
  functionName: "register-profile",
  functionArgs: [
    Cl.bufferFromUtf8("btc"),
    Cl.bufferFromUtf8("erin"),
    Cl.some(Cl.stringUtf8("I read the parts nobody reads.")),
    Cl.stringAscii("ipfs://bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy"),
  ].map((value) => Cl.serialize(value)),
  address: erin.address,
};

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

const outcomeSchema = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
});

/** A request of the site that waits for the wallet's answer. */
export interface Asked {
  /** The JSON-RPC result or error. */
  outcome: () => Promise<z.infer<typeof outcomeSchema>>;
}

/** Lets the site call `window.ColonnadeDevWallet.request`. */
export async function ask(page: Page, method: string, params: unknown): Promise<Asked> {
  await page.evaluate("window.ColonnadeDevWallet ? undefined : window.site.loadProvider()");
  const name = `asked_${crypto.randomUUID().replaceAll("-", "")}`;
  await page.evaluate(
    ([name, method, params]) => {
      const wallet: unknown = Reflect.get(window, "ColonnadeDevWallet");
      const request: unknown = Reflect.get(Object(wallet), "request");
      if (typeof request !== "function") throw new Error("There is no wallet");
      const asked: Promise<unknown> = request.call(wallet, method, params);
      Reflect.set(
        window,
        String(name),
        asked.catch((error: unknown) => error),
      );
    },
    [name, method, params],
  );
  return {
    outcome: async () => outcomeSchema.parse(await page.evaluate(`window.${name}`)),
  };
}

/** The wallet page in its dialog, once it shows a request. */
export function walletOf(page: Page) {
  const frame = page.frameLocator("[data-dev-wallet] iframe");
  return {
    title: frame.getByRole("heading", { level: 1 }),
    confirm: frame.getByRole("button", { name: "Confirm" }),
    cancel: frame.getByRole("button", { name: "Cancel" }),
    account: (name: string) => frame.getByRole("radio", { name: new RegExp(`^${name}`) }),
    byText: (text: string | RegExp) => frame.getByText(text),
    byRole: frame.getByRole.bind(frame),
    /** Opens the switches and turns one on. */
    failOnPurpose: async (label: string | RegExp) => {
      await frame.getByText("Fail on purpose").click();
      await frame.getByRole("radio", { name: label }).check();
    },
  };
}

/** Resolves when the wallet's dialog has closed. */
export async function isClosed(page: Page): Promise<void> {
  await page.locator("[data-dev-wallet]").waitFor({ state: "detached" });
}

const txStatusSchema = z.object({ tx_status: z.string() });

/** The `tx_status` of a transaction, by its id without 0x. */
export async function statusOf({ devnet }: { devnet: Devnet }, txid: string): Promise<string> {
  const response = await fetch(`${devnet.url}/extended/v1/tx/0x${txid}`);
  return txStatusSchema.parse(await response.json()).tx_status;
}

export function walletFrame(page: Page): Frame {
  const frame = page.frames().find((candidate) => candidate.url().endsWith("/wallet/"));
  if (frame === undefined) throw new Error("The wallet is not open");
  return frame;
}

const violationsSchema = z.array(
  z.object({ id: z.string(), help: z.string(), nodes: z.array(z.object({ html: z.string() })) }),
);

/** What axe finds against WCAG 2.2 AA in a page or a frame. */
export async function findViolations(page: Page | Frame): Promise<string[]> {
  await page.evaluate(axeSource);
  const found = await page.evaluate(
    `axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], iframes: false }).then((result) => result.violations)`,
  );
  return violationsSchema
    .parse(found)
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(" | ")}`);
}
