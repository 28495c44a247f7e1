import { useMutation, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { explain, statusOf } from "../../api/error.ts";
import { queryClient } from "../../api/query-client.ts";
import { serverSessionQuery } from "../../features/wallet/server-session.ts";
import { useSigningIn } from "../../layout/wallet-actions.tsx";
import { Button } from "../../ui/button.tsx";

const icon = <Download className="size-4" />;
const ARCHIVE = "/export.zip";

/** There is no archive now. */
class ArchiveError extends Error {
  override readonly name = "ArchiveError";
  readonly status: number;

  constructor(status: number) {
    super(refusals[status] ?? "The archive could not be made. Try again in a moment.");
    this.status = status;
  }
}

const refusals: Record<number, string> = {
  401: "You are signed out. Sign in to download it.",
  429: "You have downloaded it several times within an hour. Try again later.",
};

/** Asks whether there is an archive, because a download that fails says nothing on the page. */
async function download(): Promise<void> {
  const { ok, status } = await fetch(ARCHIVE, { method: "HEAD" });
  if (!ok) throw new ArchiveError(status);
  window.location.assign(ARCHIVE);
}

/** The viewer's endorsements in one file. The service gives it to nobody else, so the viewer has to sign in. */
export function ArchiveDownload({ address }: { address: string }) {
  const query = serverSessionQuery(address);
  const session = useQuery(query);
  const { signIn, signingIn } = useSigningIn();
  const downloading = useMutation({
    mutationFn: download,
    onError: (error) => {
      if (statusOf(error) === 401) queryClient.setQueryData(query.queryKey, false);
    },
  });
  return (
    <section
      aria-labelledby="archive-download"
      className="page flex flex-col gap-3 pt-14 print:hidden"
    >
      <h2 id="archive-download" className="text-2xl">
        Yours to take
      </h2>
      <p className="measure text-muted">
        One file with everything you earned and sent: proofs, credentials, images, and a page that
        checks them without Colonnade.
      </p>
      <div className="flex min-h-11">
        {session.data === true ? (
          <Button
            tone="secondary"
            icon={icon}
            onClick={() => downloading.mutate()}
            busy={downloading.isPending}
          >
            Download everything
          </Button>
        ) : (
          <Button tone="secondary" icon={icon} onClick={signIn} busy={signingIn}>
            Sign in to download it
          </Button>
        )}
      </div>
      <p role="alert" className="measure text-seal empty:hidden">
        {downloading.error === null ? null : explain(downloading.error)}
      </p>
    </section>
  );
}
