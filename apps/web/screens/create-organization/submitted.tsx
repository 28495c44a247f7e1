import { messages } from "@colonnade/domain/messages.ts";
import { SealMark } from "../../ui/stamp.tsx";
import { GoBack } from "../go-back.tsx";
import { useArrival } from "../use-arrival.ts";
import { OwnApplications } from "./own-applications.tsx";

/** The application has arrived; below, where it stands from now on. */
export function Submitted({ address }: { address: string }) {
  const heading = useArrival();
  return (
    <div className="page py-12 sm:py-20">
      <section className="flex flex-col items-center gap-5 text-center">
        <SealMark className="size-28 animate-stamp text-approved" />
        <h1 ref={heading} tabIndex={-1} className="max-w-xl text-3xl outline-none">
          {messages.applicationSubmitted}
        </h1>
        <p className="measure text-muted">
          A watcher reads it next. Once they admit it and the network confirms, the organization has
          a page of its own.
        </p>
        <GoBack home="/home" />
      </section>
      <div className="mx-auto mt-6 max-w-3xl">
        <OwnApplications address={address} />
      </div>
    </div>
  );
}
