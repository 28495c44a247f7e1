import { messages } from "@colonnade/domain/messages.ts";
import { DEFAULT_PROVIDERS } from "@stacks/connect";
import { ExternalLink } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import * as z from "zod/mini";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Dialog, DialogDescription } from "../../ui/dialog.tsx";
import { findProvider } from "./provider.ts";
import { offeredIds, SHARED_ID } from "./wallets.ts";

const walletSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** A data URL. */
  icon: z.optional(z.string()),
});

/** A wallet, and where to install it if that is known. */
type Wallet = z.output<typeof walletSchema> & { webUrl?: string };

/** The wallets that announce themselves on the page. Anybody may write there: entries that do not fit are skipped. */
function announcedWallets(): Wallet[] {
  const registry: unknown = Reflect.get(window, "wbip_providers");
  return Array.isArray(registry)
    ? registry.flatMap((entry: unknown) => walletSchema.safeParse(entry).data ?? [])
    : [];
}

/** The wallets to choose from. Unknown ids are left out. */
function offeredWallets(): Wallet[] {
  const shared = { id: SHARED_ID, name: "Another Stacks wallet" };
  const known: Wallet[] = [...DEFAULT_PROVIDERS, ...announcedWallets(), shared];
  return offeredIds().flatMap((id) => known.find((one) => one.id === id) ?? []);
}

/**
 * Asks in a dialog which wallet to connect. The dialog is a React tree of its own: its caller is no component, and
 * it must stay when the page changes.
 * @returns the wallet's id, or null when the dialog was closed. Resolves when it is gone and the focus is back
 */
export async function chooseWallet(): Promise<string | null> {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  const root = createRoot(document.createElement("div"), { onUncaughtError: reject });
  root.render(<WalletChooser wallets={offeredWallets()} onClosed={resolve} />);
  try {
    return await promise;
  } finally {
    root.unmount();
  }
}

function WalletChooser({
  wallets,
  onClosed,
}: {
  wallets: Wallet[];
  onClosed: (chosen: string | null) => void;
}) {
  const [open, setOpen] = useState(true);
  const [chosen, setChosen] = useState<string | null>(null);
  const first = useRef<HTMLButtonElement>(null);
  const installed = wallets.filter(({ id }) => findProvider(id) !== undefined);
  const missing = wallets.filter((wallet) => !installed.includes(wallet));
  const hasOne = installed.length > 0;
  return (
    <Dialog
      open={open}
      onClose={() => setOpen(false)}
      onClosed={() => onClosed(chosen)}
      title="Connect a wallet"
      size="small"
      besideToast
      {...(hasOne ? { initialFocus: first } : {})}
    >
      <div className="flex flex-col gap-5 p-5 sm:p-6">
        <DialogDescription className="border-l-4 border-pending pl-3 font-semibold">
          {messages.singleWallet}
        </DialogDescription>
        {hasOne ? (
          <Wallets title="In this browser">
            {installed.map((wallet, index) => (
              <WalletRow key={wallet.id} wallet={wallet}>
                <Button
                  {...(index === 0 ? { ref: first } : {})}
                  onClick={() => {
                    setChosen(wallet.id);
                    setOpen(false);
                  }}
                >
                  Connect<span className="sr-only"> {wallet.name}</span>
                </Button>
              </WalletRow>
            ))}
          </Wallets>
        ) : (
          <p className="text-muted">
            There is no wallet in this browser yet. Install one, then reload this page. On a phone,
            open this page in the wallet's own browser.
          </p>
        )}
        {missing.length === 0 ? null : (
          <Wallets title={hasOne ? "Others, to install" : "To install"}>
            {missing.map((wallet) => (
              <WalletRow key={wallet.id} wallet={wallet}>
                {wallet.webUrl === undefined ? null : (
                  <LinkButton
                    tone="secondary"
                    href={wallet.webUrl}
                    icon={<ExternalLink className="size-4" />}
                  >
                    Install<span className="sr-only"> {wallet.name}</span>
                  </LinkButton>
                )}
              </WalletRow>
            ))}
          </Wallets>
        )}
      </div>
    </Dialog>
  );
}

function Wallets({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="caps text-muted">
        {title}
      </h3>
      <ul className="mt-2 divide-y divide-rule border-t border-b border-rule">{children}</ul>
    </section>
  );
}

function WalletRow({ wallet, children }: { wallet: Wallet; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3 py-3">
      {wallet.icon === undefined ? null : (
        <img
          src={wallet.icon}
          alt=""
          className="size-11 shrink-0 rounded-paper border border-rule"
        />
      )}
      <span className="min-w-0 grow">
        <span className="block truncate font-semibold">{wallet.name}</span>
        {wallet.webUrl === undefined ? null : (
          <span className="block truncate font-mono text-xs text-muted">
            {new URL(wallet.webUrl).hostname}
          </span>
        )}
      </span>
      {children}
    </li>
  );
}
