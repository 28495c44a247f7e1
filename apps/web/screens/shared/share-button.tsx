import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { withoutHidden } from "@colonnade/domain/hidden-text.ts";
import { Share2 } from "lucide-react";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { currentWords, endorsementPath, sayNumber } from "../../features/endorsement/words.ts";
import { Button } from "../../ui/button.tsx";
import { useHydrating } from "../../ui/hydration.ts";

/** Hands an endorsement's page to the device's own way of sharing. Nothing where it has none. */
export function ShareButton({ endorsement }: { endorsement: Endorsement }) {
  const hydrating = useHydrating();
  if (hydrating || !("share" in navigator)) return null;
  const { id } = endorsement;
  const share = () => {
    const title = withoutHidden(currentWords(endorsement).title) || sayNumber(id);
    const url = runtimeConfig().origin + endorsementPath(id);
    // Rejects when the person changes their mind. The device says itself what fails.
    navigator.share({ title, url }).catch(() => undefined);
  };
  return (
    <Button tone="quiet" onClick={share} icon={<Share2 className="size-4" />}>
      Share
    </Button>
  );
}
