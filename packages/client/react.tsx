import { type ReactElement, useEffect, useState } from "react";
import type { Endorsement } from "./answers.ts";
import { Card } from "./card.tsx";
import { createClient } from "./client.ts";
import { type CardState, readCard } from "./read-card.ts";

/** Properties of a card. */
export interface EndorsementCardProps {
  /** The endorsement's number. */
  id: number;
  /** The service's address, such as `https://colonnade.example`. No other address is asked. */
  origin: string;
  /** The endorsement, if it was read before, such as on a server. Then the card reads nothing. */
  endorsement?: Endorsement | undefined;
}

/**
 * One endorsement as a card: its words, who says them to whom, whether it is approved, and a link to its page. Its
 * colors follow the CSS property `color-scheme` of its place.
 */
export function EndorsementCard({ id, origin, endorsement }: EndorsementCardProps): ReactElement {
  const address = `${origin}#${id}`;
  const [read, setRead] = useState<{ address: string; state: CardState }>();
  useEffect(() => {
    if (endorsement !== undefined) return;
    const aborter = new AbortController();
    readCard(createClient({ origin }), id, aborter.signal).then(
      (state) => setRead({ address: `${origin}#${id}`, state }),
      () => undefined,
    );
    return () => aborter.abort();
  }, [id, origin, endorsement]);
  const href = new URL(`/endorsement/${id}`, origin).href;
  if (endorsement !== undefined) return <Card state={{ is: "read", endorsement }} href={href} />;
  return <Card state={read?.address === address ? read.state : { is: "loading" }} href={href} />;
}
