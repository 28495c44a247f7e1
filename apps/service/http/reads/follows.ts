import type { Database } from "../../db/database.ts";

const text = `select '{"follows":' || case when exists (
      select from follows where follower = $1 and followee = $2
    ) then 'true' else 'false' end || '}' as json`;

/** Whether a principal follows another. */
export function readFollow(
  database: Database,
  { userPrincipal, profilePrincipal }: { userPrincipal: string; profilePrincipal: string },
): Promise<string | null> {
  return database.readJson({ name: "follow", text }, [userPrincipal, profilePrincipal]);
}
