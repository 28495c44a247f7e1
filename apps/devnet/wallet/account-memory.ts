import { accounts, type DevnetAccount } from "../accounts.ts";

/** The account a site was connected with last; undefined where it never was. */
export function recallAccount(site: string): DevnetAccount | undefined {
  try {
    return findAccount(localStorage.getItem(keyOf(site)));
  } catch {
    // Storage may be forbidden in an iframe: then every request asks for the account.
    return undefined;
  }
}

export function rememberAccount(site: string, account: DevnetAccount) {
  try {
    localStorage.setItem(keyOf(site), account.address);
  } catch {
    // See above.
  }
}

export function forgetAccount(site: string) {
  try {
    localStorage.removeItem(keyOf(site));
  } catch {
    // See above.
  }
}

export function findAccount(address: string | null): DevnetAccount | undefined {
  return accounts.find((account) => account.address === address);
}

/** What a principal is called here: the account's BNS name, or else its plain name. */
export function nameOf(principal: string): string | undefined {
  const account = findAccount(principal);
  return account && (account.bnsName ?? account.name);
}

const keyOf = (site: string) => `colonnade-dev-wallet:account:${site}`;
