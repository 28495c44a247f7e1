import { messages } from "@colonnade/domain/messages.ts";
import { SentAge } from "../../features/wallet/sent-age.tsx";
import { StatusLink } from "../../features/wallet/transaction-state.tsx";
import { Rosette } from "../../ui/rosette.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { useArrival } from "../use-arrival.ts";

/** A registration waits for its block; the page changes by itself when it is there. */
export function CreationInProgress({ address, txId }: { address: string; txId: string | null }) {
  const heading = useArrival();
  return (
    <section className="page flex flex-col items-center gap-5 py-12 text-center sm:py-20">
      <Rosette
        seed={address}
        className="size-44 animate-[breathe_2.4s_ease-in-out_infinite] rounded-full"
      />
      <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none">
        {messages.creationInProgress}
      </h1>
      <p className="font-semibold text-pending">{messages.creationPendingNotice}</p>
      <Spinner>Waiting for the network to put it in a block</Spinner>
      <div className="flex flex-wrap items-center justify-center gap-x-5 text-sm text-muted">
        <SentAge txId={txId} />
        {txId === null ? null : <StatusLink txId={txId} />}
      </div>
      <p className="measure text-sm text-muted">
        You can leave this page: your profile appears as soon as the network confirms it.
      </p>
    </section>
  );
}
