import { accounts, type DevnetAccount } from "../accounts.ts";

/** The account that the site was last connected with, if any. */
export function recallAccount(site: string): DevnetAccount | undefined {
  return findAccount(tryStorage((storage) => storage.getItem(keyOf(site))) ?? null);
}

export function rememberAccount(site: string, { address }: DevnetAccount) {
  tryStorage((storage) => storage.setItem(keyOf(site), address));
}

export function forgetAccount(site: string) {
  tryStorage((storage) => storage.removeItem(keyOf(site)));
}

/** A browser may forbid storage in an iframe. Then every request asks for the account. */
function tryStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}

export function findAccount(address: string | null): DevnetAccount | undefined {
  return accounts.find((account) => account.address === address);
}

/** The BNS name of a devnet account, or else its plain name. */
export function nameOf(principal: string): string | undefined {
  const account = findAccount(principal);
  return account && (account.bnsName ?? account.name);
}

const keyOf = (site: string) => `colonnade-dev-wallet:account:${site}`;
