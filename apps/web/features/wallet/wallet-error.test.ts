import { ApiError } from "@colonnade/domain/http/client.ts";
import { describe, expect, it } from "vitest";
import {
  describeWalletError,
  isCancelled,
  loginError,
  WalletError,
  WalletRefusal,
} from "./wallet-error.ts";

describe("a wallet's refusal", () => {
  it("is a cancellation if the person cancelled", () => {
    const cancelled = new WalletRefusal("cancelled", "whatever the wallet says");
    expect(isCancelled(cancelled)).toBe(true);
    expect(describeWalletError(cancelled)).toBe("Transaction cancelled");
    expect(isCancelled(new WalletRefusal("denied", "no"))).toBe(false);
  });

  it("gets our words for a meaning, and keeps its own without one", () => {
    expect(describeWalletError(new WalletRefusal("denied", "no"))).toBe(
      "Your wallet did not allow this.",
    );
    expect(describeWalletError(new WalletRefusal(undefined, "Not enough funds"))).toBe(
      "Not enough funds",
    );
  });
});

describe("another error of a wallet action", () => {
  it("keeps its own words", () => {
    expect(describeWalletError(new WalletError("Hiro Wallet not installed"))).toBe(
      "Hiro Wallet not installed",
    );
    expect(describeWalletError(new ApiError(500, "unknown", "The index is behind"))).toBe(
      "The index is behind",
    );
  });

  it("without words gets a general message", () => {
    expect(describeWalletError("a string")).toBe("Something went wrong, please try again");
  });
});

describe("a session that cannot be read", () => {
  it.each([
    ["failed_decryption_error", "Unable to decrypt cipher object."],
    ["no_session_data", "No session data was found."],
    ["signature_verification_failure", "Invalid authentication response."],
  ])("gets the words for %s", (code, words) => {
    expect(describeWalletError(Object.assign(new Error("in the library's words"), { code }))).toBe(
      words,
    );
  });
});

describe("a failed sign-in", () => {
  const said = (error: unknown) => describeWalletError(loginError(error));

  it("says that the sign-in failed, and why", () => {
    expect(said(new WalletRefusal("denied", "no"))).toBe(
      "Failed to login: Your wallet did not allow this.",
    );
    expect(
      said(new ApiError(401, "signature_verification_failure", "whatever the service says")),
    ).toBe("Failed to login: Invalid authentication response.");
  });

  it("leaves a cancellation and a WalletError as they are", () => {
    const no = new WalletRefusal("cancelled", "no");
    expect(loginError(no)).toBe(no);
    expect(said(new WalletError("Hiro Wallet not installed"))).toBe("Hiro Wallet not installed");
  });
});
