import type { Profile } from "@colonnade/domain/full-profile.ts";
import type { ProfileBrief } from "@colonnade/domain/profile.ts";
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { withServerSession } from "../wallet/server-session.ts";
import { profileQuery } from "./query.ts";

/** One queue for each viewer and target, shared by all buttons. */
const queues = new Map<string, ReturnType<typeof createToggleQueue>>();

function queueOf(client: QueryClient, viewer: string, target: string, follows: boolean) {
  const key = `${viewer} ${target}`;
  const queue =
    queues.get(key) ??
    createToggleQueue(follows, async (wanted) => {
      const { data } = await withServerSession(() =>
        api(wanted ? "follow" : "unfollow", {
          body: { userPrincipal: viewer, profilePrincipal: target },
        }),
      );
      client.setQueryData<Profile>(profileQuery(viewer).queryKey, (profile) =>
        profile === undefined ? profile : { ...profile, ...data },
      );
      client.setQueryData(followQuery(viewer, target).queryKey, wanted);
    });
  queues.set(key, queue);
  return { queue, forget: () => queues.delete(key) };
}

/** Whether the viewer follows the target. Asked only when the viewer's list of follows is incomplete. */
function followQuery(viewer: string, target: string) {
  return queryOptions({
    queryKey: [...queryKeys.profile, "follow", viewer, target],
    queryFn: async ({ signal }) => {
      const query = { userPrincipal: viewer, profilePrincipal: target };
      return (await api("getFollow", { query }, { signal })).follows;
    },
  });
}

/** Whether the viewer's list of follows has every one. */
const isWholeList = (viewer: Profile) => viewer.following.length >= viewer.followingCount;

/** @param older the answer about those that the viewer's list does not have */
function isFollowing(viewer: Profile, target: string, older: boolean | undefined): boolean {
  if (viewer.following.some(({ address }) => address === target)) return true;
  return !isWholeList(viewer) && older === true;
}

type Following = Pick<Profile, "following" | "followingCount">;

/**
 * Whom the viewer follows, with a follow or without it. Equal to what was before if that is so already.
 * @param followed whether the viewer followed the target before
 */
export function withFollow(
  { following, followingCount }: Following,
  target: ProfileBrief,
  followed: boolean,
  follows: boolean,
): Following {
  if (follows === followed) return { following, followingCount };
  const others = following.filter(({ address }) => address !== target.address);
  const { address, bns_name, bns, profileImageUrl } = target;
  return {
    following: follows ? [{ address, bns_name, bns, profileImageUrl }, ...others] : others,
    followingCount: followingCount + (follows ? 1 : -1),
  };
}

/** Shows everywhere whether the viewer follows the target. */
function show(client: QueryClient, viewer: string, target: ProfileBrief, follows: boolean): void {
  const { queryKey } = followQuery(viewer, target.address);
  const older = client.getQueryData(queryKey);
  client.setQueryData<Profile>(profileQuery(viewer).queryKey, (profile) => {
    if (profile === undefined) return profile;
    const followed = isFollowing(profile, target.address, older);
    return { ...profile, ...withFollow(profile, target, followed, follows) };
  });
  client.setQueryData(queryKey, follows);
}

/**
 * Follows and unfollows a profile: shown at once, sent in order.
 * @param viewer the connected person's own profile
 */
export function useFollow(viewer: Profile, target: ProfileBrief) {
  const client = useQueryClient();
  const isListed = viewer.following.some(({ address }) => address === target.address);
  const older = useQuery({
    ...followQuery(viewer.address, target.address),
    enabled: !isListed && !isWholeList(viewer),
  });
  const follows = isFollowing(viewer, target.address, older.data);
  return {
    follows,
    /**
     * @returns whether the viewer follows the target in the end
     * @throws a wallet's refusal to sign in, or the service's ApiError; the old state is then shown again
     */
    async toggle(): Promise<boolean> {
      const { queue, forget } = queueOf(client, viewer.address, target.address, follows);
      const key = profileQuery(viewer.address).queryKey;
      await client.cancelQueries({ queryKey: key });
      show(client, viewer.address, target, !follows);
      try {
        return await queue.change(!follows);
      } catch (error) {
        // The refetches below may fail, too.
        show(client, viewer.address, target, queue.reached());
        throw error;
      } finally {
        forget();
        client.invalidateQueries({ queryKey: key });
        client.invalidateQueries(followQuery(viewer.address, target.address));
        client.invalidateQueries({ queryKey: profileQuery(target.address).queryKey });
        client.invalidateQueries({ queryKey: [...queryKeys.profile, "pages"] });
      }
    },
  };
}

/**
 * Sends quick changes of one setting, one request at a time. Of the changes made during a request, it sends only the
 * last, and only if that differs from the state reached.
 * @param state the present state
 * @param run changes the state, or throws
 */
export function createToggleQueue(state: boolean, run: (wanted: boolean) => Promise<void>) {
  let reached = state;
  let wanted = state;
  let running: Promise<boolean> | undefined;

  async function work(): Promise<boolean> {
    // Changes made in one go become one request. Also, `running` must be set before this ends.
    await null;
    try {
      while (wanted !== reached) {
        const next = wanted;
        await run(next);
        reached = next;
      }
      return reached;
    } catch (error) {
      wanted = reached;
      throw error;
    } finally {
      running = undefined;
    }
  }

  return {
    /** The state that the last request reached. */
    reached: () => reached,
    /**
     * Asks for a state.
     * @returns the state once nothing is left to send; the same promise for all callers
     * @throws what a request throws; later changes are then given up
     */
    change(next: boolean): Promise<boolean> {
      wanted = next;
      running ??= work();
      return running;
    },
  };
}
