import type { Profile } from "@colonnade/domain/full-profile.ts";
import { times } from "@colonnade/domain/limits.ts";
import { followingMessage, messages, unfollowingMessage } from "@colonnade/domain/messages.ts";
import { displayName, type ProfileBrief } from "@colonnade/domain/profile.ts";
import { toast } from "react-toastify";
import { useFollow } from "../../features/profile/follow.ts";
import { useViewer } from "../../features/profile/viewer.ts";
import { describeWalletError, isCancelled } from "../../features/wallet/wallet-error.ts";
import { Button } from "../../ui/button.tsx";

/** Follow or Unfollow. Shown only to a viewer with a confirmed profile, and not on their own. */
export function FollowButton({ profile }: { profile: ProfileBrief }) {
  const viewer = useViewer();
  return viewer.state === "member" && viewer.address !== profile.address ? (
    <Toggle viewer={viewer.profile} target={profile} />
  ) : null;
}

function Toggle({ viewer, target }: { viewer: Profile; target: ProfileBrief }) {
  const { follows, toggle } = useFollow(viewer, target);
  const name = displayName(target);
  const press = async () => {
    try {
      const followed = await toggle();
      toast.success(followed ? followingMessage(name) : unfollowingMessage(name), {
        toastId: `follow ${target.address} ${followed}`,
        autoClose: times.toast,
      });
    } catch (error) {
      toast.error(
        isCancelled(error)
          ? "Following needs your signature, so that nobody follows in your name."
          : describeWalletError(error),
      );
    }
  };
  return (
    <Button tone="secondary" onClick={press}>
      {follows ? messages.unfollow : messages.follow}
      <span className="sr-only"> {name}</span>
    </Button>
  );
}
