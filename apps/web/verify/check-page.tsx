import type { VerifySettings } from "@colonnade/domain/verify-settings.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { LogoMark } from "../ui/logo.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { ProofPicker } from "./proof-picker.tsx";
import { ReportView } from "./report-view.tsx";
import { readTrust, type Trust, type TrustErrors, type TypedTrust } from "./trust.ts";
import { TrustForm } from "./trust-form.tsx";
import { useCheck } from "./use-check.ts";

/**
 * Checks a proof in this browser.
 * @param isServed false if the page is a file on this device
 * @param proofAddress the proof to begin with, if any
 */
export function CheckPage({
  settings,
  isServed,
  proofAddress,
}: {
  settings: VerifySettings | null;
  isServed: boolean;
  proofAddress: string | null;
}) {
  const [typed, setTyped] = useState<TypedTrust>(() => ({
    protocol: settings?.protocol ?? "",
    nodes: settings?.nodes.join("\n") ?? "",
  }));
  const [errors, setErrors] = useState<TrustErrors>({});
  const { progress, openAddress, openFiles, checkAgain, refuse } = useCheck();
  const check = (start: (trust: Trust) => void) => {
    const read = readTrust(typed);
    setErrors("errors" in read ? read.errors : {});
    if ("trust" in read) start(read.trust);
    // An older verdict must not seem to be of what was opened now.
    else refuse("Nothing was checked: correct whom you trust first.");
  };
  const isStale = progress.state === "checked" && !isSame(readTrust(typed), progress.trust);
  const openFirst = useEffectEvent(() => {
    if (proofAddress !== null) check((trust) => openAddress(proofAddress, trust));
  });
  useEffect(() => openFirst(), []);
  const isBusy = progress.state === "reading" || progress.state === "checking";
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-rule">
        <div className="page flex min-h-16 items-center justify-between gap-4">
          <HomeLink settings={settings} />
          {isServed ? (
            <a
              href="/verify.html"
              download="verify.html"
              className="inline-flex min-h-11 items-center text-right text-sm font-semibold underline decoration-rule underline-offset-4 hover:decoration-seal"
            >
              Save this page as a file
            </a>
          ) : null}
        </div>
      </header>
      <main className="page flex flex-col gap-10 pt-8 pb-16 sm:pt-12">
        <div className="flex flex-col gap-3">
          <h1 className="text-4xl sm:text-5xl">Check an endorsement</h1>
          <p className="measure text-lg text-muted">
            A proof holds what people signed. This page reads it in your browser and asks Stacks
            nodes of your choice. Colonnade is not asked whether it is true.
          </p>
        </div>
        <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-16">
          <div aria-busy={isBusy}>
            {progress.state === "empty" ? <Empty /> : null}
            {progress.state === "reading" ? <Spinner>Reading the proof</Spinner> : null}
            {progress.state === "checking" ? <Spinner>Asking the nodes</Spinner> : null}
            {progress.state === "unreadable" ? (
              <p role="alert" className="text-lg font-semibold text-seal">
                {progress.message}
              </p>
            ) : null}
            {isStale ? (
              <p role="status" className="mb-6 font-semibold text-seal">
                This is the verdict from before you changed whom you trust. Check again.
              </p>
            ) : null}
            {progress.state === "checked" ? (
              <ReportView {...progress} proposedBy={proposerOf(settings, progress.trust)} />
            ) : null}
          </div>
          <div className="flex flex-col gap-10">
            <ProofPicker
              isBusy={isBusy}
              shown={proofAddress}
              onAddress={(address) => check((trust) => openAddress(address, trust))}
              onFiles={(files) => check((trust) => openFiles(files, trust))}
            />
            <TrustForm
              settings={settings}
              typed={typed}
              errors={errors}
              isBusy={isBusy}
              onType={setTyped}
              onCheck={"subject" in progress ? () => check(checkAgain) : null}
            />
          </div>
        </div>
      </main>
    </div>
  );
}

function isSame(read: ReturnType<typeof readTrust>, { protocol, nodes }: Trust): boolean {
  if (!("trust" in read)) return false;
  return read.trust.protocol === protocol && read.trust.nodes.join() === nodes.join();
}

/** The host that proposed the contract and the nodes; null if the reader changed any of them. */
function proposerOf(settings: VerifySettings | null, trust: Trust): string | null {
  const isProposed =
    settings?.protocol === trust.protocol && settings.nodes.join() === trust.nodes.join();
  return settings !== null && isProposed ? new URL(settings.origin).host : null;
}

/** From a file, the link leads to the service that the file came from. */
function HomeLink({ settings }: { settings: VerifySettings | null }) {
  const logo = (
    <>
      <LogoMark className="size-6" />
      Colonnade
    </>
  );
  const look =
    "inline-flex min-h-11 items-center gap-2.5 font-heading text-xl font-bold tracking-tight";
  return settings === null ? (
    <span className={look}>{logo}</span>
  ) : (
    <a href={settings.origin} className={look}>
      {logo}
    </a>
  );
}

const steps = [
  "Open a proof: a file, an address, or “Check it yourself” at an endorsement.",
  "Say which contract you trust, and which nodes to ask. Two nodes run by different people can be compared.",
  "Read what each check found, and how to repeat it without this page.",
];

function Empty() {
  return (
    <ol className="flex flex-col gap-4 border-l border-rule pl-6">
      {steps.map((step, at) => (
        <li key={step} className="flex gap-4 text-lg">
          <span aria-hidden="true" className="font-mono text-seal">
            {at + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  );
}
