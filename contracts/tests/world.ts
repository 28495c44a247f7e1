import { Cl, type ClarityValue } from "@stacks/transactions";
import { OTHER_WORDS } from "./arguments.ts";
import { type Chain, deployer } from "./chain.ts";

export const ROLES = [
  "owner",
  "watcher",
  "admin",
  "representative",
  "invited",
  "former",
  "proposed",
  "sender",
  "receiver",
  "stranger",
] as const;
export type Role = (typeof ROLES)[number];

/**
 * One person for each role. Only the admin, the representative, the sender and the receiver have profiles. The former
 * one represented the organization. Nobody has proposed the proposed one yet.
 */
export type World = Record<Role, string> & {
  /** Different in each world. */
  label: string;
  /** The organization and its name. */
  org: ClarityValue;
  guild: string;
  /** Endorsements of the receiver by the sender. */
  pending: ClarityValue;
  approved: ClarityValue;
};

/** Makes a world of its own on a chain. @param number different for each world of the chain */
export function newWorld(chain: Chain, number: number): World {
  const people = {
    owner: deployer,
    watcher: chain.newWatcher(),
    admin: chain.newMember(),
    representative: chain.newMember(),
    invited: chain.newStranger(),
    former: chain.newStranger(),
    proposed: chain.newStranger(),
    sender: chain.newMember(),
    receiver: chain.newMember(),
    stranger: chain.newStranger(),
  };
  const guild = `guild-${number}`;
  const members = [people.representative, people.former];
  const org = Cl.uint(chain.newOrganization(people.admin, guild, members));
  chain.call(people.former, "resign-representation", org);
  chain.call(people.admin, "add-representative", org, Cl.principal(people.invited));
  const endorse = () => Cl.uint(chain.newEndorsement(people.sender, people.receiver, OTHER_WORDS));
  const [pending, approved] = [endorse(), endorse()];
  chain.call(people.receiver, "approve-endorsement", approved);
  return { ...people, label: `world-${number}`, guild, org, pending, approved };
}
