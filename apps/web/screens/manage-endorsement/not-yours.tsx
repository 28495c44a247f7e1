import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { receiverParty } from "../../features/endorsement/party.ts";
import { profilePath } from "../../features/profile/path.ts";
import { useConnecting } from "../../layout/use-connecting.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Notice } from "../notice.tsx";

/** Why there is nothing to decide here, for this person. */
export function NotYours({
  endorsement,
  viewer,
}: {
  endorsement: Endorsement;
  viewer: string | null;
}) {
  const { connect, connecting } = useConnecting();
  const receiver = receiverParty(endorsement, viewer);
  if (endorsement.approved) {
    return (
      <Notice
        tone="approved"
        title="This endorsement is approved already"
        action={
          <LinkButton
            to={profilePath(endorsement.column_receiver.address, viewer)}
            tone="secondary"
          >
            {messages.viewProfile}
          </LinkButton>
        }
      >
        It stands in{" "}
        {viewer === endorsement.column_receiver.address ? "your" : `${receiver.name}'s`} gallery,
        and nobody can change or move it any more.
      </Notice>
    );
  }
  if (viewer === null) {
    return (
      <Notice
        title={`Only ${receiver.name} can approve or reject this`}
        action={
          <Button onClick={connect} busy={connecting}>
            {messages.connectWallet}
          </Button>
        }
      >
        {messages.loginToReject}. If it was sent to you, connect your wallet.
      </Notice>
    );
  }
  const isSender = viewer === endorsement.column_sender.address;
  return (
    <Notice
      title={`Only ${receiver.name} can approve or reject this`}
      action={
        isSender ? (
          <LinkButton to={`/edit-endorsement/${endorsement.id}`} tone="secondary">
            Edit the words
          </LinkButton>
        ) : null
      }
    >
      {messages.notReceiver}.{isSender ? " You sent it, so you can still change its words." : ""}
    </Notice>
  );
}
