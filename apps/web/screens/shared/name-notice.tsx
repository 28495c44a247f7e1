import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import {
  BNS_SITE,
  type BnsName,
  nameRecordQuery,
  sayName,
} from "../../features/wallet/bns-name.ts";
import { judgeName, type NameStatus } from "../../features/wallet/name-status.ts";
import { burnHeightQuery, sayBlocks } from "../../features/wallet/node.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Name } from "../../ui/name.tsx";
import { Notice } from "./notice.tsx";

/** The status of a name for an address; null while it is not known. */
export function useNameStatus(bnsName: BnsName, address: string): NameStatus | null {
  const { data: record } = useQuery(nameRecordQuery(bnsName));
  const { data: height } = useQuery(burnHeightQuery());
  if (record === undefined || typeof height !== "number") return null;
  return judgeName(record, address, height);
}

/** Tells the owner of a name what they should know before it is too late. Nothing while all is well. */
export function NameNotice({
  bnsName,
  status,
  hasProfile = false,
}: {
  bnsName: BnsName;
  status: NameStatus | null;
  /** Whether their profile stands under the name. */
  hasProfile?: boolean;
}) {
  if (status === null || status.state === "good") return null;
  const { title, words, canRenew } = describe(status, hasProfile);
  return (
    <Notice
      tone={status.state === "ending" ? "pending" : "alert"}
      title={
        <>
          <Name>{sayName(bnsName)}</Name> {title}
        </>
      }
      action={
        canRenew ? (
          <LinkButton tone="secondary" href={BNS_SITE}>
            Renew it
          </LinkButton>
        ) : null
      }
    >
      {words}
    </Notice>
  );
}

interface Words {
  /** Goes on after the name. */
  title: string;
  words: ReactNode;
  canRenew: boolean;
}

/** What others do with a name that is not theirs any more. */
const LOSS =
  "Your profile stays until a new owner of the name makes one. What you earned and issued stays with your address.";

function describe(status: Exclude<NameStatus, { state: "good" }>, hasProfile: boolean): Words {
  switch (status.state) {
    case "unknown":
      return {
        title: "is not in BNS-V2",
        words: hasProfile ? LOSS : "A profile needs a name in BNS-V2, the current name system.",
        canRenew: false,
      };
    case "taken":
      return {
        title: "belongs to another address",
        words: hasProfile ? LOSS : "A profile needs a name that your address owns in BNS-V2.",
        canRenew: false,
      };
    case "ending":
      return {
        title: `expires in about ${sayBlocks(status.left)}`,
        words: `Renew it before Bitcoin block ${status.block.toLocaleString("en")}. ${hasProfile ? "Your profile stays, but in the end anybody can take an expired name, and their profile would replace yours." : "You cannot make a profile under an expired name, and in the end anybody can take it."}`,
        canRenew: true,
      };
    case "expired":
      return {
        title: "has expired",
        words: `Only you can renew it, for about ${sayBlocks(status.left)} more. Then anybody can take it${hasProfile ? ", and their profile would replace yours" : ""}.`,
        canRenew: true,
      };
    case "lost":
      return {
        title: "has expired, and anybody can take it",
        words: hasProfile
          ? `Renew it before somebody else does. ${LOSS}`
          : "Renew it before somebody else does.",
        canRenew: true,
      };
  }
}
