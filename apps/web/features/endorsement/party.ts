import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { callName, type ProfileBrief } from "@colonnade/domain/profile.ts";
import { profilePath } from "../profile/path.ts";

/** One side of an endorsement as it is shown. */
export interface Party {
  name: string;
  to: string;
  /** What the rosette is engraved from where there is no image. */
  seed: string;
  image: string;
  /** Organizations stand in square frames, people in round ones. */
  square: boolean;
}

/** A person: by name, or by address once the profile is gone. */
function personParty(profile: ProfileBrief, viewerAddress: string | null): Party {
  return {
    name: callName(profile),
    to: profilePath(profile.address, viewerAddress),
    seed: profile.address,
    image: profile.profileImageUrl,
    square: false,
  };
}

/** Who sent it: the organization where it was sent as one. */
export function senderParty(endorsement: Endorsement, viewerAddress: string | null): Party {
  const { organization, column_sender } = endorsement;
  if (organization === undefined) return personParty(column_sender, viewerAddress);
  return {
    name: organization.name,
    to: `/org/${organization.id}`,
    seed: `organization ${organization.id}`,
    image: organization.logoUrl,
    square: true,
  };
}

/** Who it was sent to. */
export function receiverParty(endorsement: Endorsement, viewerAddress: string | null): Party {
  return personParty(endorsement.column_receiver, viewerAddress);
}
