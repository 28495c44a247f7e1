/** Stands in for parts of @stacks/connect that Colonnade does not use, so that they are not bundled. */

/** WalletConnect, which needs a project id. Colonnade configures none. */
export const UniversalConnector = {
  init(): Promise<never> {
    return Promise.reject(new Error("WalletConnect is not part of Colonnade"));
  },
};

/** The wallet chooser of @stacks/connect. Colonnade has its own, and always names the wallet. */
export function defineCustomElements(): never {
  throw new Error("The dialog of @stacks/connect is not part of Colonnade");
}
