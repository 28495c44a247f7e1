import type { Profile } from "@colonnade/domain/full-profile.ts";
import type { ProfileBrief } from "@colonnade/domain/profile.ts";
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { withServerSession } from "../wallet/server-session.ts";
import { profileKey, profileQuery } from "./query.ts";
import { ToggleQueue } from "./toggle-queue.ts";

/** One queue for each pair, wherever the button stands. */
const queues = new Map<string, ToggleQueue>();

function queueOf(client: QueryClient, viewer: string, target: string, follows: boolean) {
  const key = `${viewer} ${target}`;
  const queue =
    queues.get(key) ??
    new ToggleQueue(follows, async (wish) => {
      const { data } = await withServerSession(() =>
        api(wish ? "follow" : "unfollow", {
          body: { userPrincipal: viewer, profilePrincipal: target },
        }),
      );
      client.setQueryData<Profile>(profileQuery(viewer).queryKey, (profile) =>
        profile === undefined ? profile : { ...profile, ...data },
      );
      client.setQueryData(followQuery(viewer, target).queryKey, wish);
    });
  queues.set(key, queue);
  return { queue, forget: () => queues.delete(key) };
}

/** Whether one follows another, where the follower's own list is too long to tell. */
function followQuery(viewer: string, target: string) {
  return queryOptions({
    queryKey: [...profileKey, "follow", viewer, target],
    queryFn: async ({ signal }) => {
      const query = { userPrincipal: viewer, profilePrincipal: target };
      return (await api("getFollow", { query }, { signal })).follows;
    },
  });
}

/** Shows the wish as if it had come true. */
function anticipate(profile: Profile, target: ProfileBrief, follows: boolean): Profile {
  const others = profile.following.filter(({ address }) => address !== target.address);
  const { address, bns_name, bns, profileImageUrl } = target;
  return {
    ...profile,
    following: follows ? [{ address, bns_name, bns, profileImageUrl }, ...others] : others,
    followingCount: profile.followingCount + (follows ? 1 : -1),
  };
}

/**
 * Following and unfollowing a profile: shown at once, sent one at a time.
 * @param viewer the signed-in person's own profile
 */
export function useFollow(viewer: Profile, target: ProfileBrief) {
  const client = useQueryClient();
  const isListed = viewer.following.some(({ address }) => address === target.address);
  const isWholeList = viewer.following.length >= viewer.followingCount;
  const older = useQuery({
    ...followQuery(viewer.address, target.address),
    enabled: !isListed && !isWholeList,
  });
  const follows = isListed || (!isWholeList && older.data === true);
  return {
    follows,
    /**
     * @returns whether the target is followed in the end
     * @throws a wallet's refusal to sign in, or the service's ApiError; things then show as they were
     */
    async toggle(): Promise<boolean> {
      const { queue, forget } = queueOf(client, viewer.address, target.address, follows);
      const key = profileQuery(viewer.address).queryKey;
      await client.cancelQueries({ queryKey: key });
      client.setQueryData(followQuery(viewer.address, target.address).queryKey, !follows);
      client.setQueryData<Profile>(key, (profile) =>
        profile === undefined ? profile : anticipate(profile, target, !follows),
      );
      try {
        return await queue.wish(!follows);
      } finally {
        forget();
        client.invalidateQueries({ queryKey: key });
        client.invalidateQueries(followQuery(viewer.address, target.address));
        client.invalidateQueries({ queryKey: profileQuery(target.address).queryKey });
        client.invalidateQueries({ queryKey: [...profileKey, "pages"] });
      }
    },
  };
}
