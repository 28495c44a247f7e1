import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { isBlank } from "@colonnade/domain/hidden-text.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { countCodePoints } from "@colonnade/domain/text.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { withdrawEndorsementCall } from "../../features/endorsement/call.ts";
import { receiverSide } from "../../features/endorsement/card-parts.tsx";
import { stateOf } from "../../features/endorsement/words.ts";
import { organizationQuery } from "../../features/organization/query.ts";
import { useIsSuspended, useViewerAddress } from "../../features/profile/viewer.ts";
import { tabItem } from "../../features/wallet/storage.ts";
import { useSending } from "../../layout/wallet-actions.tsx";
import { TextArea } from "../../ui/field.tsx";
import { AskButton } from "../shared/ask-button.tsx";
import type { Decision } from "./decision-sent.tsx";

/**
 * Whether the viewer may withdraw an endorsement. A pending one: its signer, and everybody who represents its
 * organization. An approved one: its author. An organization's: only its admin, and its signer while they represent it.
 */
export function useMayWithdraw(endorsement: Endorsement, viewer: string | null): boolean {
  const { organization, column_sender } = endorsement;
  const { data } = useQuery({
    ...organizationQuery(organization?.id ?? 0),
    enabled: organization !== undefined && viewer !== null,
  });
  const state = stateOf(endorsement);
  if (viewer === null || state === "withdrawn") return false;
  const isSigner = viewer === column_sender.address;
  if (organization === undefined) return isSigner;
  if (viewer === data?.admin) return true;
  const represents = data?.representatives.includes(viewer) === true;
  return state === "pending" ? isSigner || represents : isSigner && represents;
}

interface Withdrawable {
  endorsement: Endorsement;
  disabled?: boolean;
  onDecided: (decision: Decision) => void;
}

/** Withdraws an endorsement after asking once, with a reason if the author gives one. Suspended people give none. */
export function WithdrawButton(withdrawable: Withdrawable) {
  const viewer = useViewerAddress();
  const key = `unsentWithdrawal ${viewer} ${withdrawable.endorsement.id}`;
  return <AskForReason key={key} unsentKey={key} {...withdrawable} />;
}

const unsentSchema = z.object({ reason: z.string() });

/** The reason survives a reload. It also stays once it is sent, because the transaction may fail. */
function AskForReason({
  unsentKey,
  endorsement,
  disabled = false,
  onDecided,
}: Withdrawable & { unsentKey: string }) {
  const { send, sending } = useSending();
  const isSuspended = useIsSuspended();
  const [reason, setReason] = useState(() => tabItem(unsentKey, unsentSchema).read()?.reason ?? "");
  const write = (text: string) => {
    setReason(text);
    if (text === "") tabItem(unsentKey, unsentSchema).remove();
    else tabItem(unsentKey, unsentSchema).write({ reason: text });
  };
  const tooLong = countCodePoints(reason) > limits.withdrawalReasonCodePoints;
  const withdraw = async () => {
    const given = isSuspended || isBlank(reason) ? null : reason.trim();
    const sent = await send(() => withdrawEndorsementCall(endorsement, given));
    if (sent !== null) onDecided({ kind: "withdrawn", txId: sent.txId, endorsement });
  };
  const { name } = receiverSide(endorsement);
  return (
    <AskButton
      tone="danger"
      busy={sending}
      disabled={disabled}
      question="Withdraw this endorsement?"
      explanation={
        endorsement.approved
          ? `It stays with ${name}, marked as withdrawn by its author, and no longer counts as earned. This cannot be undone.`
          : `It is gone before ${name} decides. This cannot be undone.`
      }
      answers={tooLong && !isSuspended ? [] : [{ label: "Withdraw for good", act: withdraw }]}
      fields={
        isSuspended ? null : (
          <TextArea
            label="Reason"
            hint="Optional. It goes on chain, for everybody to read."
            limit={limits.withdrawalReasonCodePoints}
            rows={3}
            readOnly={sending}
            value={reason}
            error={tooLong ? `At most ${limits.withdrawalReasonCodePoints} characters` : undefined}
            onChange={({ target }) => write(target.value)}
          />
        )
      }
    >
      Withdraw
    </AskButton>
  );
}
