import { createHash } from "node:crypto";
import { hashMessage, verifyMessageSignatureRsv } from "@stacks/encryption";
import {
  Cl,
  encodeStructuredDataBytes,
  getAddressFromPublicKey,
  makeUnsignedSTXTokenTransfer,
  Pc,
  postConditionToHex,
  publicKeyFromSignatureRsv,
} from "@stacks/transactions";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { alice, bob, deployer, erin } from "../accounts.ts";
import { publicKeyOf } from "./signing.ts";
import { ask, findViolations, walletFrame, walletOf } from "./test-request.ts";
import { type Look, type Stage, setStage } from "./test-stage.ts";

const protocol = `${deployer.address}.colonnade-protocol-alpha` as const;
const sentSchema = z.object({ txid: z.string().regex(/^[0-9a-f]{64}$/), transaction: z.string() });
const signedSchema = z.object({ signature: z.string(), publicKey: z.string() });

const registerErin = {
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

let stage: Stage;
let page: Page;
let errors: string[];
let closePage: () => Promise<void>;

beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage?.[Symbol.asyncDispose]());

async function open(look?: Look) {
  const opened = await stage.open(look);
  page = opened.page;
  errors = opened.errors;
  closePage = () => opened.context.close();
}
beforeEach(() => open());
afterEach(async () => {
  expect(errors).toEqual([]);
  await closePage();
});

async function isClosed() {
  await page.locator("[data-dev-wallet]").waitFor({ state: "detached" });
}

const txStatusSchema = z.object({ tx_status: z.string() });
async function statusOf(txid: string) {
  const response = await fetch(`${stage.devnet.url}/extended/v1/tx/0x${txid}`);
  return txStatusSchema.parse(await response.json()).tx_status;
}

describe("connecting through @stacks/connect", () => {
  const chooseDevWallet = async () => {
    await page.getByRole("button", { name: "Connect Wallet" }).click();
    const row = page.getByRole("listitem").filter({ hasText: "Dev Wallet" });
    await row.getByRole("button", { name: "Connect" }).click();
    await walletOf(page).title.waitFor();
  };

  it("lists the Dev Wallet as installed, and shares the account that is chosen in it", async () => {
    await chooseDevWallet();
    const wallet = walletOf(page);
    expect(await wallet.byText(stage.site.replace("http://", "")).isVisible()).toBe(true);
    await wallet.account("bob.btc").check();
    await wallet.confirm.click();
    expect(await page.evaluate("site.connected()")).toEqual({
      addresses: [{ symbol: "STX", address: bob.address, publicKey: publicKeyOf(bob) }],
    });
    expect(await page.evaluate("localStorage.getItem('STX_PROVIDER')")).toBe("ColonnadeDevWallet");
    expect(getAddressFromPublicKey(publicKeyOf(bob), "testnet")).toBe(bob.address);
  });

  it("gives the keyboard back to the button that was pressed", async () => {
    await chooseDevWallet();
    await walletOf(page).confirm.click();
    await isClosed();
    expect(await page.evaluate("document.activeElement.id")).toBe("connect");
  });

  it("tells the site when the person cancels", async () => {
    await chooseDevWallet();
    await walletOf(page).cancel.click();
    const code = await page.evaluate("site.connected().catch((error) => error.code)");
    expect(code).toBe(-31_001);
  });

  it("remembers the account for the site's later requests, until told to forget it", async () => {
    await chooseDevWallet();
    await walletOf(page).account("carol.btc").check();
    await walletOf(page).confirm.click();
    await isClosed();

    await page.evaluate(
      "void site.request('stx_signMessage', { message: 'Hello' }).catch(() => {})",
    );
    const wallet = walletOf(page);
    await wallet.byText("Account that signs").waitFor();
    expect(await wallet.byText("carol.btc").isVisible()).toBe(true);
    expect(await wallet.byRole("radio", { name: /^alice/ }).count()).toBe(0);
    await wallet.cancel.click();
    await isClosed();

    const forgotten = await ask(page, "wallet_disconnect", undefined);
    expect(await forgotten.outcome()).toMatchObject({ result: null });
    await ask(page, "stx_signMessage", { message: "Hello" });
    await wallet.byText("Account to sign with").waitFor();
  });

  it("is registered once, however often the script is loaded", async () => {
    await page.evaluate("site.loadProvider().then(() => site.loadProvider())");
    expect(await page.evaluate("window.wbip_providers.map(({ id }) => id)")).toEqual([
      "ColonnadeDevWallet",
    ]);
  });
});

describe("a contract call", () => {
  it("is shown in plain words, signed, sent and mined", async () => {
    const asked = await ask(page, "stx_callContract", registerErin);
    const wallet = walletOf(page);
    await wallet.byText(/^statement/).waitFor();
    expect(await wallet.title.textContent()).toBe("Call register-profile");
    for (const words of [
      "colonnade-protocol-alpha",
      "I read the parts nobody reads.",
      "Nothing leaves anybody’s account, apart from the fee",
      "erin.btc",
    ]) {
      expect(await wallet.byText(words).first().isVisible()).toBe(true);
    }
    await wallet.confirm.click();
    const { txid } = sentSchema.parse((await asked.outcome()).result);
    expect(await statusOf(txid)).toBe("pending");
    stage.devnet.mine();
    expect(await statusOf(txid)).toBe("success");
  });

  it("says in words what a post-condition lets go", async () => {
    const condition = Pc.principal(bob.address)
      .willSendAsset()
      .nft(`${protocol}::pending-endorsement`, Cl.tuple({ id: Cl.uint(3), revision: Cl.uint(1) }));
    await ask(page, "stx_callContract", {
      contract: protocol,
      functionName: "approve-endorsement",
      functionArgs: [Cl.serialize(Cl.uint(3))],
      postConditions: [postConditionToHex(condition)],
      address: bob.address,
    });
    const wallet = walletOf(page);
    await wallet
      .byText("bob.btc sends exactly: pending-endorsement {id: 3, revision: 1}")
      .waitFor();
    expect(await wallet.byText("and nothing else moves, apart from the fee").isVisible()).toBe(
      true,
    );
  });

  it("ends as aborted by post-condition when it is made to fail on chain", async () => {
    const asked = await ask(page, "stx_callContract", {
      contract: protocol,
      functionName: "remove-profile",
      address: erin.address,
    });
    await walletOf(page).failOnPurpose("Make it fail on chain");
    await walletOf(page).confirm.click();
    const { txid } = sentSchema.parse((await asked.outcome()).result);
    stage.devnet.mine();
    expect(await statusOf(txid)).toBe("abort_by_post_condition");
  });

  it("shows why the node refused, and can be tried again or given up", async () => {
    const params = { ...registerErin, functionName: "remove-profile", functionArgs: [] };
    const asked = await ask(page, "stx_callContract", params);
    const wallet = walletOf(page);
    await wallet.failOnPurpose(/bad nonce/);
    await wallet.confirm.click();
    await wallet.byRole("alert").getByText("The node refused the nonce").waitFor();
    await wallet.byRole("radio", { name: "Do what it says" }).check();
    await wallet.byRole("button", { name: "Try again" }).click();
    expect(sentSchema.safeParse((await asked.outcome()).result).success).toBe(true);
    stage.devnet.mine();

    const second = await ask(page, "stx_callContract", params);
    await wallet.failOnPurpose(/bad nonce/);
    await wallet.confirm.click();
    await wallet.byRole("button", { name: "Give up" }).click();
    expect((await second.outcome()).error).toMatchObject({
      code: -32_603,
      message: expect.stringContaining("The node refused the nonce"),
    });
    errors = errors.filter((error) => !error.includes("400 (Bad Request)"));
  });

  it("takes the fee that is typed, once it is one", async () => {
    const asked = await ask(page, "stx_callContract", {
      ...registerErin,
      functionName: "update-statement",
      functionArgs: [Cl.serialize(Cl.stringUtf8("Boats."))],
    });
    const wallet = walletOf(page);
    const fee = wallet.byRole("textbox", { name: "Fee in STX" });
    await wallet.byText(/^statement/).waitFor();
    await fee.fill("much");
    await wallet.byText("A fee is a number of STX").waitFor();
    expect(await wallet.confirm.getAttribute("aria-disabled")).toBe("true");
    await fee.fill("0.0123");
    await wallet.confirm.click();
    const { txid } = sentSchema.parse((await asked.outcome()).result);
    const response = await fetch(`${stage.devnet.url}/extended/v1/tx/0x${txid}`);
    expect(await response.json()).toMatchObject({ fee_rate: "12300" });
  });
});

describe("a refusal on purpose", () => {
  it.each([
    [/-?31001/, -31_001],
    [/32000/, -32_000],
    [/4001/, 4001],
  ])("answers with the code of %s", async (label, code) => {
    const asked = await ask(page, "getAddresses", {});
    await walletOf(page).failOnPurpose(label);
    await walletOf(page).confirm.click();
    expect((await asked.outcome()).error?.code).toBe(code);
  });
});

describe("other requests", () => {
  const confirm = async (method: string, params: unknown) => {
    const asked = await ask(page, method, params);
    await walletOf(page).confirm.click();
    return asked.outcome();
  };

  it("signs a message so that a server can verify it", async () => {
    await confirm("getAddresses", {});
    const message = "127.0.0.1 wants you to sign in\n\nNonce: 1 🏛️";
    const { result } = await confirm("stx_signMessage", { message });
    const { signature, publicKey } = signedSchema.parse(result);
    expect(verifyMessageSignatureRsv({ message, publicKey, signature })).toBe(true);
    expect(getAddressFromPublicKey(publicKey, "testnet")).toBe(alice.address);
    expect(hashMessage(message)).toHaveLength(32);
  });

  it("signs a structured message (SIP-018)", async () => {
    const message = Cl.tuple({ greeting: Cl.stringUtf8("Hello") });
    const domain = Cl.tuple({
      name: Cl.stringAscii("A site"),
      version: Cl.stringAscii("1.0.0"),
      "chain-id": Cl.uint(2147483648),
    });
    const { result } = await confirm("stx_signStructuredMessage", {
      message: Cl.serialize(message),
      domain: Cl.serialize(domain),
    });
    const { signature, publicKey } = signedSchema.parse(result);
    const hash = createHash("sha256")
      .update(encodeStructuredDataBytes({ message, domain }))
      .digest("hex");
    expect(publicKeyFromSignatureRsv(hash, signature)).toBe(publicKey);
  });

  it("sends STX", async () => {
    const { result } = await confirm("stx_transferStx", {
      recipient: bob.address,
      amount: "1500000",
      memo: "for boats",
      address: alice.address,
    });
    const { txid } = sentSchema.parse(result);
    stage.devnet.mine();
    expect(await statusOf(txid)).toBe("success");
  });

  it("deploys a contract", async () => {
    const { result } = await confirm("stx_deployContract", {
      name: "counter",
      clarityCode: "(define-public (one) (ok u1))",
      address: alice.address,
    });
    const { txid } = sentSchema.parse(result);
    stage.devnet.mine();
    expect(await statusOf(txid)).toBe("success");
  });

  it("signs and sends a transaction that the site has built", async () => {
    const account = await fetch(`${stage.devnet.url}/v2/accounts/${alice.address}?proof=0`);
    const { nonce } = z.object({ nonce: z.number() }).parse(await account.json());
    const transaction = await makeUnsignedSTXTokenTransfer({
      recipient: bob.address,
      amount: 7n,
      fee: 1000n,
      nonce,
      network: "testnet",
      publicKey: publicKeyOf(alice),
    });
    const { result } = await confirm("stx_signTransaction", {
      transaction: transaction.serialize(),
      broadcast: true,
    });
    const { txid } = sentSchema.parse(result);
    stage.devnet.mine();
    expect(await statusOf(txid)).toBe("success");
  });

  it("hands back the profile that was confirmed", async () => {
    const profile = { "@type": "Person", name: "Alice" };
    expect((await confirm("stx_updateProfile", { profile })).result).toEqual({ profile });
  });

  it("shares an account as an account", async () => {
    const { result } = await confirm("stx_getAccounts", {});
    expect(result).toMatchObject({ accounts: [{ address: alice.address }] });
  });

  it("names its methods", async () => {
    const asked = await ask(page, "supportedMethods", undefined);
    expect((await asked.outcome()).result).toMatchObject({
      methods: expect.arrayContaining([{ name: "stx_callContract" }]),
    });
  });
});

describe("what cannot be done", () => {
  it.each([
    ["stx_mineBlock", {}, -32_601],
    ["stx_callContract", { contract: "nowhere" }, -32_602],
    ["stx_signMessage", "a text", -32_602],
    [
      "stx_transferStx",
      { recipient: bob.address, amount: 1, address: "ST000000000000000000002AMW42H" },
      -32_001,
    ],
  ])("%s is refused at once with its code", async (method, params, code) => {
    const asked = await ask(page, method, params);
    expect((await asked.outcome()).error?.code).toBe(code);
    await isClosed();
  });

  it("says so when the devnet does not answer, and tries again", async () => {
    await page.clock.install();
    await ask(page, "supportedMethods", undefined);
    await page.context().route(`${stage.devnet.url}/wallet/`, (route) => route.abort());
    const asked = await ask(page, "getAddresses", {});
    await page.clock.fastForward(8000);
    await page.getByText(`The devnet at ${stage.devnet.url} does not answer`).waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.keyboard.press("Escape");
    expect((await asked.outcome()).error?.code).toBe(-31_001);
    errors = errors.filter((error) => !error.includes("ERR_FAILED"));
  });
});

describe("several requests at once", () => {
  it("wait their turn", async () => {
    const first = await ask(page, "stx_signMessage", { message: "The first" });
    const second = await ask(page, "stx_signMessage", { message: "The second" });
    const wallet = walletOf(page);
    await wallet.byText("The first").waitFor();
    expect(await page.locator("[data-dev-wallet]").count()).toBe(1);
    await wallet.cancel.click();
    expect((await first.outcome()).error?.code).toBe(-31_001);
    await wallet.byText("The second").waitFor();
    await wallet.confirm.click();
    expect(signedSchema.safeParse((await second.outcome()).result).success).toBe(true);
  });
});

describe("who is listened to", () => {
  it("the provider takes no answer from anybody but the wallet page", async () => {
    const asked = await ask(page, "getAddresses", {});
    await walletOf(page).title.waitFor();
    await page.evaluate(() => {
      const answer = { result: { addresses: [{ address: "forged" }] } };
      const forged = {
        channel: "colonnade-dev-wallet",
        kind: "answer",
        id: "dev-wallet-1",
        answer,
      };
      window.postMessage(forged, "*");
      const other = document.body.appendChild(document.createElement("iframe"));
      const script = `parent.postMessage(${JSON.stringify(forged)}, "*"); parent.heard = true`;
      other.srcdoc = `<script>${script}</script>`;
    });
    await page.waitForFunction("window.heard");
    await walletOf(page).confirm.click();
    expect((await asked.outcome()).result).toMatchObject({
      addresses: [{ address: alice.address }],
    });
  });

  it("the page takes no request from anybody but the site that embeds it", async () => {
    const asked = await ask(page, "stx_signMessage", { message: "From the site" });
    await walletOf(page).byText("From the site").waitFor();
    await page.evaluate(() => {
      const wallet = document
        .querySelector("[data-dev-wallet]")
        ?.shadowRoot?.querySelector("iframe");
      Reflect.set(window, "walletWindow", wallet?.contentWindow);
      const request = { channel: "colonnade-dev-wallet", kind: "cancel", id: "dev-wallet-1" };
      const other = document.body.appendChild(document.createElement("iframe"));
      const script = `parent.walletWindow.postMessage(${JSON.stringify(request)}, "*"); parent.heard = true`;
      other.srcdoc = `<script>${script}</script>`;
    });
    await page.waitForFunction("window.heard");
    await walletOf(page).confirm.click();
    expect(signedSchema.safeParse((await asked.outcome()).result).success).toBe(true);
  });

  it("the page opened by hand asks nothing and shows the accounts", async () => {
    await page.goto(`${stage.devnet.url}/wallet/`);
    await page.getByText("erin.btc").waitFor();
    expect(await page.getByRole("button").count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);
  });
});

/** Takes the keyboard out of the wallet page, though not out of its dialog. */
async function leaveFrame() {
  await page.evaluate(
    "document.querySelector('[data-dev-wallet]').shadowRoot.querySelector('iframe').blur()",
  );
}

describe("by keyboard alone", () => {
  it("an account is chosen and confirmed", async () => {
    await page.getByRole("button", { name: "Something else" }).focus();
    const asked = await ask(page, "getAddresses", {});
    await walletOf(page).title.waitFor();
    await page.waitForFunction("document.activeElement.hasAttribute('data-dev-wallet')");
    expect(await walletFrame(page).evaluate("document.activeElement.tagName")).toBe("H1");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    expect((await asked.outcome()).result).toMatchObject({ addresses: [{ address: bob.address }] });
    await isClosed();
    expect(await page.evaluate("document.activeElement.id")).toBe("other");
  });

  it("everything is reached by Tab, and the page below is not", async () => {
    await ask(page, "stx_callContract", registerErin);
    await walletOf(page)
      .byText(/^statement/)
      .waitFor();
    const reached: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      await page.keyboard.press("Tab");
      reached.push(
        String(
          await walletFrame(page).evaluate(
            "document.activeElement.labels?.[0]?.textContent || document.activeElement.textContent",
          ),
        ),
      );
    }
    expect(reached).toEqual(["Fee in STX", "Fail on purpose", "Cancel", "Confirm"]);
    await page.evaluate("document.getElementById('connect').focus()");
    expect(await page.evaluate("document.activeElement.id")).not.toBe("connect");
  });

  it.each(["in the page", "outside of it"])("Esc %s cancels", async (where) => {
    await page.getByRole("button", { name: "Something else" }).focus();
    const asked = await ask(page, "stx_callContract", registerErin);
    await walletOf(page)
      .byText(/^statement/)
      .waitFor();
    if (where === "outside of it") await leaveFrame();
    await page.keyboard.press("Escape");
    expect((await asked.outcome()).error?.code).toBe(-31_001);
    await isClosed();
    expect(await page.evaluate("document.activeElement.id")).toBe("other");
  });
});

describe("while a transaction is being sent", () => {
  it("Esc does not pretend that it could still be cancelled", async () => {
    const sent = Promise.withResolvers<void>();
    const onward = Promise.withResolvers<void>();
    await page.context().route(`${stage.devnet.url}/v2/transactions`, async (route) => {
      sent.resolve();
      await onward.promise;
      await route.continue();
    });
    const asked = await ask(page, "stx_transferStx", {
      recipient: bob.address,
      amount: 5,
      address: erin.address,
    });
    await walletOf(page).confirm.click();
    await sent.promise;
    const dialog = page.getByRole("dialog", { name: "Dev Wallet" });
    for (const where of ["page", "site", "site"]) {
      if (where === "site") await leaveFrame();
      await page.keyboard.press("Escape");
      expect(await dialog.isVisible()).toBe(true);
    }
    onward.resolve();
    expect(sentSchema.safeParse((await asked.outcome()).result).success).toBe(true);
    await isClosed();
  });
});

describe("in every light and on every screen", () => {
  it("follows the theme that the site has settled on", async () => {
    await page.evaluate("document.documentElement.style.colorScheme = 'dark'");
    await ask(page, "getAddresses", {});
    await walletOf(page).title.waitFor();
    const paper = await walletFrame(page).evaluate(
      "getComputedStyle(document.body).backgroundColor",
    );
    expect(paper).toBe("rgb(27, 26, 21)");
  });

  it.each([
    { width: 390, height: 844, colorScheme: "light" },
    { width: 390, height: 844, colorScheme: "dark" },
    { width: 1440, height: 900, colorScheme: "light" },
    { width: 1440, height: 900, colorScheme: "dark" },
  ] satisfies Look[])(
    "axe finds nothing, and nothing sticks out: $width $colorScheme",
    async (look) => {
      await closePage();
      await open(look);
      const requests: [string, unknown][] = [
        ["getAddresses", {}],
        ["stx_callContract", registerErin],
        ["stx_signMessage", { message: "Hello\n".repeat(60) }],
        ["stx_deployContract", { name: "long", clarityCode: ";; long\n".repeat(60) }],
      ];
      for (const [method, params] of requests) {
        await ask(page, method, params);
        const wallet = walletOf(page);
        await wallet.title.waitFor();
        await wallet
          .byText(/\d STX/)
          .first()
          .waitFor();
        await wallet.failOnPurpose(/4001/);
        const frame = walletFrame(page);
        expect(await findViolations(frame)).toEqual([]);
        expect(await frame.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
        expect(await findViolations(page)).toEqual([]);
        await wallet.cancel.click();
        await isClosed();
      }
    },
  );
});
