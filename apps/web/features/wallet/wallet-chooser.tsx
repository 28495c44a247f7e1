import { messages } from "@colonnade/domain/messages.ts";
import { ExternalLink } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Dialog, DialogDescription } from "../../ui/dialog.tsx";
import { type OfferedWallet, offeredWallets } from "./offered-wallets.ts";

/**
 * Asks in a dialog which wallet to connect. It stands beside the app's tree, like what a browser asks: whoever waits
 * for the answer is no component, and a page that changes meanwhile does not take it away.
 * @returns the wallet's id, or null when the dialog was closed; only once it is gone and the focus is back
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
  wallets: OfferedWallet[];
  onClosed: (chosen: string | null) => void;
}) {
  const [open, setOpen] = useState(true);
  const [chosen, setChosen] = useState<string | null>(null);
  const first = useRef<HTMLButtonElement>(null);
  const installed = wallets.filter((wallet) => wallet.installed);
  const missing = wallets.filter((wallet) => !wallet.installed);
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
                {wallet.site === null ? null : (
                  <LinkButton
                    tone="secondary"
                    href={wallet.site}
                    icon={<ExternalLink aria-hidden="true" className="size-4" />}
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

function WalletRow({ wallet, children }: { wallet: OfferedWallet; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3 py-3">
      {wallet.icon === null ? null : (
        <img
          src={wallet.icon}
          alt=""
          className="size-11 shrink-0 rounded-paper border border-rule"
        />
      )}
      <span className="min-w-0 grow">
        <span className="block truncate font-semibold">{wallet.name}</span>
        {wallet.site === null ? null : (
          <span className="block truncate font-mono text-xs text-muted">
            {new URL(wallet.site).hostname}
          </span>
        )}
      </span>
      {children}
    </li>
  );
}
