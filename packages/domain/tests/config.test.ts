import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "../config.ts";
import { explorerLink, webConfig, webConfigSchema } from "../web-config.ts";

describe("configuration", () => {
  test("without settings everything runs here, on the devnet", () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      network: "devnet",
      origin: "http://127.0.0.1:4100",
      nodeUrl: "http://127.0.0.1:4102",
      databaseUrl: undefined,
    });
    expect(config.protocolContract).toMatch(/\.colonnade-protocol-alpha$/);
  });

  test("ports move the addresses with them, and an empty setting counts as unset", () => {
    const config = readConfig({
      COLONNADE_PORT: "5000",
      COLONNADE_DEVNET_PORT: "5002",
      COLONNADE_ORIGIN: "",
    });
    expect(config.origin).toBe("http://127.0.0.1:5000");
    expect(config.nodeUrl).toBe("http://127.0.0.1:5002");
  });

  test("every wrong setting is named at once", () => {
    const read = () => readConfig({ COLONNADE_PORT: "high", COLONNADE_NETWORK: "moonnet" });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(
      /COLONNADE_PORT[\s\S]*COLONNADE_NETWORK|COLONNADE_NETWORK[\s\S]*COLONNADE_PORT/,
    );
  });

  test("a public address has a proxy before it, whose word for a client's address is taken", () => {
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

  test("nobody's word is taken for a client's address on loopback until proxies are counted", () => {
    expect(readConfig({ COLONNADE_TRUSTED_PROXIES: "2" }).trustedProxies).toBe(2);
    for (const wrong of ["-1", "1.5", "all"]) {
      expect(() => readConfig({ COLONNADE_TRUSTED_PROXIES: wrong })).toThrow(
        /COLONNADE_TRUSTED_PROXIES/,
      );
    }
  });

  test("so many may listen at once, in all and of one client, one at least", () => {
    expect(readConfig({})).toMatchObject({ streams: 5_000, streamsPerClient: 50 });
    const set = readConfig({ COLONNADE_STREAMS: "10", COLONNADE_STREAMS_PER_CLIENT: "2" });
    expect(set).toMatchObject({ streams: 10, streamsPerClient: 2 });
    expect(() => readConfig({ COLONNADE_STREAMS: "0" })).toThrow(/COLONNADE_STREAMS/);
  });

  test("a real network needs its contracts named", () => {
    expect(() => readConfig({ COLONNADE_NETWORK: "mainnet" })).toThrow(
      /COLONNADE_PROTOCOL_CONTRACT/,
    );
  });

  test("the browser learns of the dev wallet on the devnet only", () => {
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
    expect(explorerLink(mainnet, "0xab")).toBe("https://explorer.hiro.so/txid/0xab?chain=mainnet");
  });
});
