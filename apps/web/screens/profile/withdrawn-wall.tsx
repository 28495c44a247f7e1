import type { Profile } from "@colonnade/domain/full-profile.ts";
import { EndorsementWall } from "./endorsement-wall.tsx";

/** What a person earned and its author withdrew. Left out if there is none. Its owner sees the hidden ones, too. */
export function WithdrawnWall({ profile, own = false }: { profile: Profile; own?: boolean }) {
  return (
    <EndorsementWall
      title="Withdrawn by their authors"
      carried={profile.withdrawnMilestones}
      filter={{ receiver: profile.address, withdrawn: "true" }}
      isShown={({ shown }) => own || shown}
      side="earned"
      name="withdrawn"
      printed={false}
    />
  );
}

/** Every endorsement that a profile carries. */
export function endorsementsOf({ columnMilestones, withdrawnMilestones, sentMilestones }: Profile) {
  return [...columnMilestones, ...withdrawnMilestones, ...sentMilestones];
}
