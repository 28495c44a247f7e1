import { messages } from "@colonnade/domain/messages.ts";
import type { ReactNode } from "react";
import { useConnecting } from "../layout/use-connecting.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

/** What a page needs a wallet for, and the button that connects one. */
export function ConnectGate({ title, children }: { title: string; children?: ReactNode }) {
  const { connect, connecting } = useConnecting();
  return (
    <div className="page py-8">
      <EmptyState
        heading="h1"
        title={title}
        action={
          <Button onClick={connect} busy={connecting}>
            {messages.connectWallet}
          </Button>
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}
