// Stands in for the WalletConnect packages that @stacks/connect imports only when a project id is
// configured. Colonnade configures none, and the real ones are ninety chunks of code.
export const UniversalConnector = {
  init() {
    return Promise.reject(new Error("WalletConnect is not part of Colonnade"));
  },
};
