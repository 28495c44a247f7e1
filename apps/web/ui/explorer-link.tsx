import type { ComponentProps } from "react";
import { explorerLink } from "../api/runtime-config.ts";

/** A link to a transaction in the explorer. Opens a new tab. */
export function ExplorerLink({ txId, ...rest }: { txId: string } & ComponentProps<"a">) {
  return <a href={explorerLink(txId)} target="_blank" rel="noreferrer" {...rest} />;
}
