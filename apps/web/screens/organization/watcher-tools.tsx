import type { Organization } from "@colonnade/domain/organization.ts";
import { nameOrAddress } from "@colonnade/domain/profile.ts";
import { useIsWatcher } from "../../features/organization/query.ts";
import { useViewerAddress } from "../../features/profile/viewer.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Name } from "../../ui/name.tsx";
import { ChooseSomebody, CloseOrganization } from "./admin-tools.tsx";
import { useChange } from "./changes.tsx";

/** What watchers can do with an organization: propose an admin where a key was lost, also of a closed one; close it. */
export function WatcherTools({ organization }: { organization: Organization }) {
  const viewer = useViewerAddress();
  const { data: isWatcher } = useIsWatcher(viewer);
  const { isOnItsWay } = useChange(organization.id);
  if (!isWatcher) return null;
  return (
    <Card aria-labelledby="for-watchers" className="p-5">
      <h2 id="for-watchers" className="text-lg">
        For watchers
      </h2>
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
        {isOnItsWay("WATCHER_REPLACE_ADMIN") ? null : <ReplaceAdmin organization={organization} />}
        {organization.open ? (
          <div className="mt-4">
            <CloseOrganization organization={organization} />
          </div>
        ) : null}
      </div>
    </Card>
  );
}

function ReplaceAdmin({ organization }: { organization: Organization }) {
  const { id, admin, replacement } = organization;
  const { changeFor, takeProposalBack, sending } = useChange(id);
  if (replacement !== null) {
    return (
      <div className="mt-4 flex flex-col items-start gap-2">
        <p>
          <span className="font-semibold">
            <Name>{nameOrAddress(replacement.columnAdmin)}</Name>
          </span>{" "}
          is proposed as its admin, from Bitcoin block {replacement.from.toLocaleString("en")} on.
        </p>
        <Button
          tone="secondary"
          busy={sending}
          onClick={() => takeProposalBack("watcher-replace-admin", admin)}
        >
          Take it back
        </Button>
      </div>
    );
  }
  return (
    <ChooseSomebody
      label="Propose another admin"
      hint="For a lost key. They may accept after two weeks unless the current admin refuses."
      button="Propose"
      exclude={[admin]}
      sending={sending}
      onChosen={(address) => changeFor("watcher-replace-admin", address)}
    />
  );
}
