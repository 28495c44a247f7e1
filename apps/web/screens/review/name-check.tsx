import { useQuery } from "@tanstack/react-query";
import { BadgeCheck, TriangleAlert } from "lucide-react";
import { bnsNameQuery } from "../../features/wallet/bns-name.ts";

/** Whether the name is the applicant's own: an application only claims it, BNS knows. */
export function NameCheck({ address, bnsName }: { address: string; bnsName: string }) {
  const { data, isError } = useQuery(bnsNameQuery(address));
  if (data === undefined) {
    return (
      <p className="min-h-6 text-sm text-muted">
        {isError ? "BNS did not answer whose name it is." : "Asking BNS whose name it is…"}
      </p>
    );
  }
  const held = data === null ? null : `${data.name}.${data.namespace}`;
  return held === bnsName ? (
    <p className="flex min-h-6 items-center gap-1.5 text-sm text-approved">
      <BadgeCheck aria-hidden="true" className="size-4 shrink-0" />
      BNS confirms that this is the applicant's name.
    </p>
  ) : (
    <p className="flex min-h-6 items-center gap-1.5 text-sm font-medium text-seal">
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
      {held === null
        ? "BNS knows no name of the applicant."
        : `BNS knows the applicant as ${held}.`}
    </p>
  );
}
