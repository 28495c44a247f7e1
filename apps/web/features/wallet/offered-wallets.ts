import { DEFAULT_PROVIDERS } from "@stacks/connect";
import * as z from "zod/mini";
import { findProvider, offeredIds } from "./wallets.ts";

/** A wallet to choose in the dialog. */
export interface OfferedWallet {
  id: string;
  name: string;
  /** A data URL; null where the wallet shows none. */
  icon: string | null;
  /** Where it is got; null where nowhere. */
  site: string | null;
  /** Whether it is in this browser. */
  installed: boolean;
}

const announcedSchema = z.object({
  id: z.string(),
  name: z.string(),
  icon: z.optional(z.string()),
});

type Known = z.output<typeof announcedSchema> & { webUrl?: string };

/** What wallets say of themselves: anybody may write there, so what does not fit is passed over. */
function announcedWallets(): Known[] {
  const registry: unknown = Reflect.get(window, "wbip_providers");
  return Array.isArray(registry)
    ? registry.flatMap((entry: unknown) => announcedSchema.safeParse(entry).data ?? [])
    : [];
}

/** The wallets that can be chosen: those in this browser first. One that nobody knows of is left out. */
export function offeredWallets(): OfferedWallet[] {
  const known: Known[] = [...DEFAULT_PROVIDERS, ...announcedWallets()];
  const offered = offeredIds().flatMap((id) => {
    const wallet = known.find((one) => one.id === id);
    if (wallet === undefined) return [];
    const { name, icon = null, webUrl: site = null } = wallet;
    return { id, name, icon, site, installed: findProvider(id) !== undefined };
  });
  return offered.toSorted((a, b) => Number(b.installed) - Number(a.installed));
}
