import { type BadgePerson, type BadgeProfile, contextUrls } from "@colonnade/domain/credential.ts";
import { displayName, type ProfileBrief } from "@colonnade/domain/profile.ts";
import type { WebConfig } from "@colonnade/domain/web-config.ts";

/** What CAIP-2 calls the chain of each network. */
const chainIds: Record<WebConfig["network"], number> = {
  mainnet: 1,
  testnet: 2_147_483_648,
  devnet: 2_147_483_648,
};

/** A principal as Open Badges names somebody. */
export function describePerson(
  principal: string,
  network: WebConfig["network"],
  origin: string,
): BadgePerson {
  const address = `${origin}/profile/${principal}`;
  const identifier = `did:pkh:stacks:${chainIds[network]}:${principal}`;
  // CAIP-10 allows no underscore and at most 128 characters.
  const fits = /^[-.%a-zA-Z0-9]{1,128}$/.test(principal);
  const entry = { type: "IdentifierEntry", identifier, identifierType: "identifier" } as const;
  return { id: address, url: address, ...(fits ? { otherIdentifier: [entry] } : {}) };
}

/** A profile as an Open Badges Profile. */
export function describeProfile(
  brief: ProfileBrief,
  statement: string | null,
  network: WebConfig["network"],
  origin: string,
): BadgeProfile {
  return {
    "@context": [contextUrls.credentials, contextUrls.openBadges],
    ...describePerson(brief.address, network, origin),
    type: ["Profile"],
    name: displayName(brief),
    ...(statement === null || statement === "" ? {} : { description: statement }),
    image: { id: brief.profileImageUrl, type: "Image" },
  };
}
