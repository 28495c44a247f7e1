import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { serverSessionQuery } from "../../features/wallet/server-session.ts";
import { useSigningIn } from "../../layout/wallet-actions.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";

const NAME = "Download all of mine";
const icon = <Download className="size-4" />;

/** The viewer's endorsements in one file. The service gives it to nobody else, so it wants them signed in. */
export function TakeAlong({ address }: { address: string }) {
  const session = useQuery(serverSessionQuery(address));
  const { signIn, signingIn } = useSigningIn();
  return (
    <section aria-labelledby="take-along" className="page flex flex-col gap-3 pt-14 print:hidden">
      <h2 id="take-along" className="text-2xl">
        Yours to take
      </h2>
      <p className="measure text-muted">
        One file with all that you earned and sent: proofs, credentials, images, and a page that
        checks them without Colonnade.
      </p>
      <div className="flex min-h-11">
        {session.data === true ? (
          <LinkButton href="/export.zip" download="" tone="secondary" icon={icon}>
            {NAME}
          </LinkButton>
        ) : (
          <Button tone="secondary" icon={icon} onClick={signIn} busy={signingIn}>
            Sign in to download it
          </Button>
        )}
      </div>
    </section>
  );
}
