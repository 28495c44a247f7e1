import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { shortenPrincipal } from "@colonnade/domain/principal.ts";
import { useState } from "react";
import { Portrait } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Name } from "../../ui/name.tsx";

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
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const confirm = () => {
    const found = refuse(bnsName, isConnected);
    setRefusal(found);
    if (found === null) onConfirm(bnsName);
  };
  return (
    <Card as="div" className="flex flex-col gap-4 p-5">
      <div className="flex flex-wrap items-center gap-4">
        <Portrait seed={principal} image="" size={56} />
        <div className="min-w-0 grow">
          <p className="font-heading text-xl leading-6 font-semibold">
            <Name>{bnsName}</Name>
          </p>
          <p title={principal} className="font-mono text-sm text-muted">
            {shortenPrincipal(principal)}
          </p>
        </div>
        <Button onClick={confirm}>{messages.confirmAdmin}</Button>
      </div>
      <div role="alert" className={refusal === null ? "sr-only" : undefined}>
        {refusal === null ? null : (
          <>
            <p className="font-medium text-seal">{refusal.title}</p>
            <p className="mt-1 text-sm text-muted">{refusal.words}</p>
          </>
        )}
      </div>
    </Card>
  );
}

interface Refusal {
  title: string;
  words: string;
}

/** Why this admin leads no further; null where nothing is in the way. */
function refuse(bnsName: string, isConnected: boolean): Refusal | null {
  if (!isConnected) {
    return {
      title: messages.loginToCreateOrg,
      words: `Your wallet is connected with another address. Connect it as ${bnsName}, or look up your own.`,
    };
  }
  return bnsName.length > limits.organizationNameCodePoints
    ? {
        title: "This name is too long for an organization",
        words: `An organization is called as its admin, in at most ${limits.organizationNameCodePoints} characters.`,
      }
    : null;
}
