import { Cl, type ClarityValue } from "@stacks/transactions";
import { OTHER_WORDS } from "./arguments.ts";
import { type Chain, deployer } from "./chain.ts";

export const ROLES = [
  "owner",
  "nextOwner",
  "watcher",
  "formerWatcher",
  "admin",
  "formerAdmin",
  "otherAdmin",
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
 * One person for each role. Only the admins, the representative, the sender and the receiver have profiles; the former
 * admin has none. The other admin is another organization's. The former one represented the organization. Nobody has
 * proposed the proposed one or the next owner yet.
 */
export type World = Record<Role, string> & {
  chain: Chain;
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
    nextOwner: chain.newStranger(),
    watcher: chain.newWatcher(),
    formerWatcher: chain.newWatcher(),
    admin: chain.newMember(),
    formerAdmin: chain.newStranger(),
    otherAdmin: chain.newMember(),
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
  const org = Cl.uint(chain.newOrganization(people.formerAdmin, guild, members));
  chain.call(people.formerAdmin, "propose-admin", org, Cl.principal(people.admin));
  chain.call(people.admin, "accept-admin", org);
  chain.newOrganization(people.otherAdmin, `other-${guild}`);
  chain.call(deployer, "remove-watcher", Cl.principal(people.formerWatcher));
  chain.call(people.former, "resign-representation", org);
  chain.call(people.admin, "add-representative", org, Cl.principal(people.invited));
  const endorse = () => Cl.uint(chain.newEndorsement(people.sender, people.receiver, OTHER_WORDS));
  const [pending, approved] = [endorse(), endorse()];
  chain.call(people.receiver, "approve-endorsement", approved);
  return { ...people, chain, label: `world-${number}`, guild, org, pending, approved };
}
