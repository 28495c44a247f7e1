import type { EventType } from "@colonnade/domain/event-type.ts";
import type { Profile } from "@colonnade/domain/full-profile.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { pages } from "@colonnade/domain/pages.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { toast } from "react-toastify";
import * as z from "zod/mini";
import { requireUploadedImage } from "../features/images/uploaded-image.ts";
import { updateProfileImageCall, updateStatementCall } from "../features/profile/call.ts";
import { useProfileEdit } from "../features/profile/profile-edit.ts";
import { useViewer } from "../features/profile/viewer.ts";
import { getSent, type SentTransaction } from "../features/wallet/sent-transactions.ts";
import { type Outcome, useOutcomes } from "../features/wallet/transaction-status.ts";
import { useSending } from "../layout/wallet-actions.tsx";
import { Button } from "../ui/button.tsx";
import { usePageMeta } from "../ui/page-meta.ts";
import { Form, ProfileInput, ProfileLoading, SubmitButton } from "./shared/form.tsx";
import { statementSchema } from "./shared/form-schemas.ts";
import { Notice } from "./shared/notice.tsx";
import { EmptyPage, ProfileButtons, SuspendedPage } from "./shared/page-states.tsx";
import { GoBack, SentPanel } from "./shared/sent-panel.tsx";

/** Changes the statement and the image of the viewer's profile. */
export function EditProfile() {
  usePageMeta(pages["/edit-profile"]);
  const viewer = useViewer();
  if (viewer.state === "loading") {
    return <ProfileLoading viewer={viewer} portrait title={messages.editProfile} />;
  }
  if (viewer.state === "connected" && viewer.suspended) return <SuspendedPage />;
  if (viewer.state !== "member") {
    return (
      <EmptyPage
        title={messages.createAccountToEdit}
        action={<ProfileButtons signedOut={viewer.state === "signed-out"} />}
      />
    );
  }
  return <Editing key={viewer.address} profile={viewer.profile} />;
}

interface SentChanges {
  sent: SentTransaction[];
  /** Whether the wallet sent only some of the changes. */
  heldBack: boolean;
}

const changeNames: Partial<Record<EventType, string>> = {
  UPDATE_STATEMENT: "Statement",
  UPDATE_PROFILE_IMAGE: "Image",
};

function Editing({ profile }: { profile: Profile }) {
  const [changes, setChanges] = useState(() => findSent(profile.address));
  return changes === null ? (
    <EditForm profile={profile} onSent={setChanges} />
  ) : (
    <Sent {...changes} onAgain={() => setChanges(null)} />
  );
}

/** Changes that were sent before the page was opened and are still pending. */
function findSent(address: string): SentChanges | null {
  const sent = getSent().filter((one) => one.address === address && one.event in changeNames);
  return sent.length === 0 ? null : { sent, heldBack: false };
}

const formSchema = z.object({
  image: z.string().check(z.minLength(1, messages.selectImage)),
  statement: statementSchema,
});
const calls = { image: updateProfileImageCall, statement: updateStatementCall };

function EditForm({
  profile,
  onSent,
}: {
  profile: Profile;
  onSent: (changes: SentChanges) => void;
}) {
  const { address } = profile;
  const onChain = { image: profile.profileImageUrl, statement: profile.statement ?? "" };
  const edit = useProfileEdit(address, onChain, zodResolver(formSchema));
  const { form } = edit;
  const { send, sending } = useSending();

  const submit = form.handleSubmit(async (values) => {
    const changed = edit.changedIn(values);
    if (changed.length === 0) {
      toast.info(messages.noChanges);
      return;
    }
    const sent: SentTransaction[] = [];
    for (const name of changed) {
      const transaction = await send(async () => {
        if (changed.includes("image")) {
          await requireUploadedImage(values.image, (message) =>
            form.setError("image", { message }),
          );
        }
        return calls[name](values[name]);
      }, address);
      // A cancelled request ends the series. Those already sent count.
      if (transaction === null) break;
      edit.markSent(name);
      sent.push(transaction);
    }
    if (sent.length > 0) onSent({ sent, heldBack: sent.length < changed.length });
  });

  return (
    <div className="page py-8 sm:py-12 lg:max-w-3xl">
      <h1 className="mb-8 text-3xl">{messages.editProfile}</h1>
      <Form form={form} onSubmit={submit}>
        <ProfileInput address={profile.address} name={profile.bns_name} namespace={profile.bns} />
        {edit.isOutdated ? (
          <Outdated locked={form.formState.isSubmitting} onDiscard={edit.discard} />
        ) : null}
        <SubmitButton busy={sending}>{messages.confirmChanges}</SubmitButton>
      </Form>
    </div>
  );
}

function Outdated({ locked, onDiscard }: { locked: boolean; onDiscard: () => void }) {
  return (
    <Notice
      tone="pending"
      title="Your profile has changed since you wrote this"
      action={
        <Button tone="secondary" disabled={locked} onClick={onDiscard}>
          Discard what I wrote
        </Button>
      }
    >
      What you wrote is kept. If you confirm it, it replaces what is there now.
    </Notice>
  );
}

function Sent({ sent, heldBack, onAgain }: SentChanges & { onAgain: () => void }) {
  const outcomes = useOutcomes(sent.map(({ txId }) => txId));
  return (
    <SentPanel
      title={messages.profileUpdatesSubmitted}
      transactions={sent.map(({ event, txId }) => ({
        event,
        txId,
        name: changeNames[event] ?? "",
      }))}
      actions={
        <>
          <GoBack home="/profile" />
          <Button onClick={onAgain}>{messages.editProfile}</Button>
        </>
      }
    >
      <p>{describeOutcomes(outcomes)}</p>
      {heldBack ? <p>Your other change was not sent. What you wrote is kept.</p> : null}
    </SentPanel>
  );
}

function describeOutcomes(outcomes: Outcome[]): string {
  const failed = outcomes.filter(({ state }) => state === "failed");
  if (failed.length === outcomes.length) return "The network refused it. What you wrote is kept.";
  if (failed.length > 0) return "Your other change is not affected. What you wrote is kept.";
  return outcomes.every(({ state }) => state === "succeeded")
    ? "Now on chain, for everybody to see."
    : "They show as soon as the network confirms them.";
}
