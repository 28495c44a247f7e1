/**
 * Stands in for WalletConnect, which @stacks/connect imports only when a project id is configured.
 * Colonnade configures none, and the real package is some ninety chunks.
 */
export const UniversalConnector = {
  init(): Promise<never> {
    return Promise.reject(new Error("WalletConnect is not part of Colonnade"));
  },
};
