import { messages } from "@colonnade/domain/messages.ts";
import { shortenPrincipal } from "@colonnade/domain/principal.ts";
import { useState } from "react";
import { Portrait } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";

/** Whom BNS found. Only the admin can apply, so another's address leads no further. */
export function FoundAdmin({
  principal,
  bnsName,
  isConnected,
  onConfirm,
}: {
  principal: string;
  bnsName: string;
  isConnected: boolean;
  onConfirm: (bnsName: string) => void;
}) {
  const [refused, setRefused] = useState(false);
  return (
    <Card as="div" className="flex flex-col gap-4 p-5">
      <div className="flex flex-wrap items-center gap-4">
        <Portrait seed={principal} image="" size={56} />
        <div className="min-w-0 grow">
          <p className="font-heading text-xl leading-6 font-semibold break-all">{bnsName}</p>
          <p title={principal} className="font-mono text-sm text-muted">
            {shortenPrincipal(principal)}
          </p>
        </div>
        <Button onClick={() => (isConnected ? onConfirm(bnsName) : setRefused(true))}>
          {messages.confirmAdmin}
        </Button>
      </div>
      <div role="alert" className={refused ? undefined : "sr-only"}>
        {refused ? (
          <>
            <p className="font-medium text-seal">{messages.loginToCreateOrg}</p>
            <p className="mt-1 text-sm text-muted">
              Your wallet is connected with another address. Connect it as {bnsName}, or look up
              your own.
            </p>
          </>
        ) : null}
      </div>
    </Card>
  );
}
