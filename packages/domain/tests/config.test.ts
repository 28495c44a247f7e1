import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { ConfigError, localUrl, readConfig, sayListenError, webConfig } from "../config.ts";
import type { Deployment } from "../deployment.ts";
import { webConfigSchema } from "../web-config.ts";

const deployer = "ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM";
const published = { height: 1, sha256: "0".repeat(64) };
const record: Deployment = {
  deployer,
  protocol: { id: `${deployer}.protocol`, ...published },
  endorsement: { id: `${deployer}.token`, ...published },
  bns: `${deployer}.names`,
  nftTrait: `${deployer}.trait`,
  metadataBase: "https://colonnade.example/api/token-metadata/",
  watchers: [],
};

/** Records a deployment on testnet. Returns the environment that finds it. */
function recordTestnet(text: string) {
  const folder = mkdtempSync(join(tmpdir(), "colonnade-deployments-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "testnet.json"), text);
  return { COLONNADE_NETWORK: "testnet", COLONNADE_DEPLOYMENTS: folder };
}

describe("configuration", () => {
  test("runs everything on this machine, on the devnet, without any settings", () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      network: "devnet",
      origin: "http://127.0.0.1:4100",
      nodeUrl: "http://127.0.0.1:4102",
      databaseUrl: undefined,
    });
    expect(config.protocolContract).toMatch(/\.colonnade-protocol-alpha$/);
  });

  test("builds addresses from ports, and treats an empty setting as unset", () => {
    const config = readConfig({
      COLONNADE_PORT: "5000",
      COLONNADE_DEVNET_PORT: "5002",
      COLONNADE_ORIGIN: "",
    });
    expect(config.origin).toBe("http://127.0.0.1:5000");
    expect(config.nodeUrl).toBe("http://127.0.0.1:5002");
  });

  test("names all invalid settings in one error", () => {
    const read = () => readConfig({ COLONNADE_PORT: "high", COLONNADE_NETWORK: "moonnet" });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(
      /COLONNADE_PORT[\s\S]*COLONNADE_NETWORK|COLONNADE_NETWORK[\s\S]*COLONNADE_PORT/,
    );
  });

  test("expects one proxy before a public origin and none on loopback", () => {
    for (const origin of ["", "http://127.0.0.1:8080", "http://localhost:4100"]) {
      expect(readConfig({ COLONNADE_ORIGIN: origin }).trustedProxies).toBe(0);
    }
    const COLONNADE_ORIGIN = "https://colonnade.example";
    expect(readConfig({ COLONNADE_ORIGIN }).trustedProxies).toBe(1);
    for (const set of ["0", "2"]) {
      const config = readConfig({ COLONNADE_ORIGIN, COLONNADE_TRUSTED_PROXIES: set });
      expect(config.trustedProxies).toBe(Number(set));
    }
  });

  test.each(["::1", "127.0.0.2"])("counts no proxy in front of %s", (COLONNADE_HOST) => {
    expect(readConfig({ COLONNADE_HOST })).toMatchObject({ trustedProxies: 0 });
  });

  test("takes the number of proxies on loopback only from the setting", () => {
    expect(readConfig({ COLONNADE_TRUSTED_PROXIES: "2" }).trustedProxies).toBe(2);
    for (const wrong of ["-1", "1.5", "all"]) {
      expect(() => readConfig({ COLONNADE_TRUSTED_PROXIES: wrong })).toThrow(
        /COLONNADE_TRUSTED_PROXIES/,
      );
    }
  });

  test("listens on loopback, and lets this machine alone post blocks, without any settings", () => {
    expect(readConfig({})).toMatchObject({
      host: "127.0.0.1",
      observerHost: "127.0.0.1",
      observerAllowed: ["127.0.0.1", "::1", "127.0.0.1"],
    });
    const observerAllowed = ["10.0.0.0/8", "fd00::1"];
    const COLONNADE_OBSERVER_ALLOWED = "10.0.0.0/8, fd00::1";
    expect(readConfig({ COLONNADE_OBSERVER_ALLOWED })).toMatchObject({ observerAllowed });
    for (const setting of ["HOST", "OBSERVER_HOST", "OBSERVER_ALLOWED"]) {
      for (const wrong of ["node.example", "10.0.0.1/99", "1.2.3"]) {
        expect(() => readConfig({ [`COLONNADE_${setting}`]: wrong })).toThrow(setting);
      }
    }
  });

  test("asks how many proxies are in front when it does not listen on loopback", () => {
    for (const COLONNADE_HOST of ["0.0.0.0", "::", "10.0.0.5"]) {
      expect(() => readConfig({ COLONNADE_HOST })).toThrow(/COLONNADE_TRUSTED_PROXIES is required/);
      const config = readConfig({ COLONNADE_HOST, COLONNADE_TRUSTED_PROXIES: "1" });
      expect(config.trustedProxies).toBe(1);
    }
  });

  test("says where this machine reaches a server", () => {
    const urls = ["0.0.0.0", "::", "::1", "10.0.0.5"].map((host) => localUrl(host, 80));
    expect(urls).toEqual([
      "http://127.0.0.1:80",
      "http://127.0.0.1:80",
      "http://[::1]:80",
      "http://10.0.0.5:80",
    ]);
  });

  test("limits streams in all and per client, to one at least", () => {
    expect(readConfig({})).toMatchObject({ streams: 5_000, streamsPerClient: 50 });
    const set = readConfig({ COLONNADE_STREAMS: "10", COLONNADE_STREAMS_PER_CLIENT: "2" });
    expect(set).toMatchObject({ streams: 10, streamsPerClient: 2 });
    expect(() => readConfig({ COLONNADE_STREAMS: "0" })).toThrow(/COLONNADE_STREAMS/);
  });

  test("limits the connections of a client, to one at least", () => {
    expect(readConfig({}).connectionsPerClient).toBe(1_000);
    const set = { COLONNADE_CONNECTIONS_PER_CLIENT: "10" };
    expect(readConfig(set).connectionsPerClient).toBe(10);
    expect(() => readConfig({ COLONNADE_CONNECTIONS_PER_CLIENT: "0" })).toThrow(/CONNECTIONS/);
  });

  test("lets the index be some blocks or minutes behind, one at least", () => {
    expect(readConfig({})).toMatchObject({ maxLagBlocks: 30, maxLagMinutes: 10 });
    const set = { COLONNADE_MAX_LAG_BLOCKS: "5", COLONNADE_MAX_LAG_MINUTES: "2" };
    expect(readConfig(set)).toMatchObject({ maxLagBlocks: 5, maxLagMinutes: 2 });
    for (const setting of Object.keys(set)) {
      expect(() => readConfig({ [setting]: "0" })).toThrow(setting);
    }
  });

  test("requires the contracts' ids on a public network without a deployment", () => {
    expect(() => readConfig({ COLONNADE_NETWORK: "mainnet" })).toThrow(
      /contracts:deploy[\s\S]*COLONNADE_PROTOCOL_CONTRACT/,
    );
  });

  test("takes the contracts of the recorded deployment, unless settings name others", () => {
    const environment = recordTestnet(JSON.stringify(record));
    expect(readConfig(environment)).toMatchObject({
      protocolContract: record.protocol.id,
      endorsementContract: record.endorsement.id,
      bnsContract: record.bns,
    });
    const other = `${deployer}.other`;
    const set = readConfig({ ...environment, COLONNADE_PROTOCOL_CONTRACT: other });
    expect(set.protocolContract).toBe(other);
    expect(readConfig({ ...environment, COLONNADE_NETWORK: "devnet" }).deployment).toBeUndefined();
  });

  test.each(["", "{}", JSON.stringify({ ...record, bns: "BNS-V2" })])(
    "names the file of a damaged record (%#)",
    (text) => {
      expect(() => readConfig(recordTestnet(text))).toThrow(/testnet\.json is not the record/);
    },
  );

  test("tells the browser of the dev wallet on the devnet only", () => {
    const devnet = webConfig(readConfig({}));
    expect(webConfigSchema.parse(devnet).walletUrl).toBe(
      "http://127.0.0.1:4102/wallet/provider.js",
    );
    const deployer = "SP2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D96YPGZF";
    const mainnet = webConfig(
      readConfig({
        COLONNADE_NETWORK: "mainnet",
        COLONNADE_PROTOCOL_CONTRACT: `${deployer}.colonnade-protocol-alpha`,
        COLONNADE_ENDORSEMENT_CONTRACT: `${deployer}.colonnade-endorsement-alpha`,
      }),
    );
    expect(mainnet.walletUrl).toBeNull();
  });
});

test("says in a sentence why a server cannot listen, and which setting helps", () => {
  const asked = { host: "::1", port: 80, setting: "COLONNADE_PORT" };
  const sentences = ["EADDRINUSE", "EACCES", "EADDRNOTAVAIL", "EAFNOSUPPORT", "EIO"].map((code) =>
    sayListenError(Object.assign(new Error(code), { code }), asked),
  );
  expect(sentences).toEqual([
    "Port 80 is taken by another program; stop it, or set COLONNADE_PORT to a free port.",
    "This user may not listen on port 80; set COLONNADE_PORT to a port above 1023.",
    "This machine has no address ::1; set COLONNADE_HOST to one that it has.",
    "This machine has no address ::1; set COLONNADE_HOST to one that it has.",
    undefined,
  ]);
});
