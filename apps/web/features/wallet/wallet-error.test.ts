import { ApiError } from "@colonnade/domain/http/client.ts";
import { describe, expect, it } from "vitest";
import { describeWalletError, isCancelled, loginError, WalletError } from "./wallet-error.ts";

const rpcError = (code: number, message = "whatever the wallet says") =>
  Object.assign(new Error(message), { code });

describe("an error of a wallet", () => {
  it.each([-32000, -31001, 4001])("with code %i is the person's no", (code) => {
    expect(isCancelled(rpcError(code))).toBe(true);
    expect(describeWalletError(rpcError(code))).toBe("Transaction cancelled");
  });

  it.each([-32001, -32002, -32603, -31000])("with code %i is not", (code) => {
    expect(isCancelled(rpcError(code))).toBe(false);
    expect(describeWalletError(rpcError(code))).not.toBe("Transaction cancelled");
  });

  it("is said in our words where the code says what it is", () => {
    expect(describeWalletError(rpcError(-32002))).toBe("Your wallet did not allow this.");
  });

  it("is said in its own words where nothing else is known", () => {
    expect(describeWalletError(rpcError(-31000, "Not enough funds"))).toBe("Not enough funds");
    expect(describeWalletError(new WalletError("Hiro Wallet not installed"))).toBe(
      "Hiro Wallet not installed",
    );
    expect(describeWalletError(new ApiError(500, "unknown", "The index is behind"))).toBe(
      "The index is behind",
    );
  });

  it("without words is something wrong", () => {
    expect(describeWalletError("a string")).toBe("Something went wrong, please try again");
  });
});

describe("a session that cannot be read", () => {
  it.each([
    ["failed_decryption_error", "Unable to decrypt cipher object."],
    ["no_session_data", "No session data was found."],
    ["signature_verification_failure", "Invalid authentication response."],
  ])("is said in the words for %s", (code, words) => {
    expect(describeWalletError(Object.assign(new Error("in the library's words"), { code }))).toBe(
      words,
    );
  });
});

describe("a failed sign-in", () => {
  const said = (error: unknown) => describeWalletError(loginError(error));

  it("says that it is one, and why", () => {
    expect(said(rpcError(-32002))).toBe("Failed to login: Your wallet did not allow this.");
    expect(
      said(new ApiError(401, "signature_verification_failure", "whatever the service says")),
    ).toBe("Failed to login: Invalid authentication response.");
  });

  it("leaves a person's no and what is said in whole words already", () => {
    const no = rpcError(4001);
    expect(loginError(no)).toBe(no);
    expect(said(new WalletError("Hiro Wallet not installed"))).toBe("Hiro Wallet not installed");
  });
});
