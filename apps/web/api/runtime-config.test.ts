import { readConfig, webConfig } from "@colonnade/domain/config.ts";
import { expect, test } from "vitest";
import { explorerLink, provideRuntimeConfig } from "./runtime-config.ts";

test("links a transaction to the explorer of its network", () => {
  const deployer = "SP2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D96YPGZF";
  provideRuntimeConfig(
    webConfig(
      readConfig({
        COLONNADE_NETWORK: "mainnet",
        COLONNADE_PROTOCOL_CONTRACT: `${deployer}.colonnade-protocol-alpha`,
        COLONNADE_ENDORSEMENT_CONTRACT: `${deployer}.colonnade-endorsement-alpha`,
      }),
    ),
  );
  expect(explorerLink("0xab")).toBe("https://explorer.hiro.so/txid/0xab?chain=mainnet");
});
