import { contractIdSchema } from "@colonnade/domain/principal.ts";

/** Whom the reader trusts and asks. */
export interface Trust {
  /** Null where the reader names none. */
  protocol: string | null;
  nodes: string[];
}

/** The same as typed: one node a line. */
export interface TypedTrust {
  protocol: string;
  nodes: string;
}

/** What is wrong with each field. */
export type TrustErrors = Partial<Record<keyof TypedTrust, string>>;

/** More than anybody compares, so that a slip does not ask a thousand. */
const MOST_NODES = 10;

export function readTrust(typed: TypedTrust): { trust: Trust } | { errors: TrustErrors } {
  const protocol = typed.protocol.trim();
  const nodes = typed.nodes.split(/\s+/).filter(Boolean);
  const ofContract = complainOfContract(protocol);
  const ofNodes = complainOfNodes(nodes);
  if (ofContract === undefined && ofNodes === undefined) {
    return { trust: { protocol: protocol === "" ? null : protocol, nodes } };
  }
  return {
    errors: {
      ...(ofContract === undefined ? {} : { protocol: ofContract }),
      ...(ofNodes === undefined ? {} : { nodes: ofNodes }),
    },
  };
}

function complainOfContract(protocol: string): string | undefined {
  return protocol === "" || contractIdSchema.safeParse(protocol).success
    ? undefined
    : "Expected an address, a dot and the contract's name";
}

function complainOfNodes(nodes: string[]): string | undefined {
  const wrong = nodes.find((node) => !/^https?:\/\//i.test(node) || !URL.canParse(node));
  if (wrong !== undefined) return `${wrong} is not an address that begins with https://`;
  return nodes.length > MOST_NODES ? `At most ${MOST_NODES} nodes` : undefined;
}
