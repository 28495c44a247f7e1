import type { OrganizationBrief } from "@colonnade/domain/endorsement.ts";
import type { Organization } from "@colonnade/domain/organization.ts";
import { nameOrAddress } from "@colonnade/domain/profile.ts";
import { useQuery } from "@tanstack/react-query";
import { useViewerAddress } from "../../features/profile/viewer.ts";
import { burnHeightQuery, sayBlocks } from "../../features/wallet/node.ts";
import { Button } from "../../ui/button.tsx";
import { Name } from "../../ui/name.tsx";
import { AskButton } from "../shared/ask-button.tsx";
import { Notice } from "../shared/notice.tsx";
import { useChange } from "./changes.tsx";

/** What the organization, or a watcher, wants of the viewer. */
export function AskedOfViewer({ organization }: { organization: Organization }) {
  const viewer = useViewerAddress();
  if (viewer === null) return null;
  const { open, admin, columnInvited, columnProposedAdmin, replacement } = organization;
  const isInvited = open && columnInvited.some(({ address }) => address === viewer);
  return (
    <>
      {isInvited ? <Invitation organization={organization} /> : null}
      {columnProposedAdmin?.address === viewer ? (
        <NextAdmin
          organization={organization}
          title="You are asked to become the admin of"
          from={null}
        />
      ) : null}
      {replacement === null ? null : viewer === admin ? (
        <ReplacedAdmin organization={organization} replacement={replacement} />
      ) : viewer === replacement.columnAdmin.address ? (
        <NextAdmin
          organization={organization}
          title="A watcher proposes you as the admin of"
          from={replacement.from}
        />
      ) : null}
    </>
  );
}

function Invitation({ organization }: { organization: Organization }) {
  const { isOnItsWay } = useChange(organization.id);
  if (isOnItsWay(...invitationAnswers)) return null;
  return (
    <Notice
      tone="pending"
      title={
        <>
          You are invited to represent <Name>{organization.name}</Name>
        </>
      }
      action={<InvitationButtons organization={organization} />}
    >
      Once you accept, your name appears on its page and you may endorse in its name. You can resign
      at any time.
    </Notice>
  );
}

/** What answers an invitation to represent an organization. */
export const invitationAnswers = ["ACCEPT_REPRESENTATION", "DECLINE_REPRESENTATION"] as const;

/** Accepts or declines an invitation to represent an organization. */
export function InvitationButtons({ organization }: { organization: OrganizationBrief }) {
  const { change, sending } = useChange(organization.id);
  const to = <span className="sr-only"> the invitation from {organization.name}</span>;
  return (
    <div className="flex flex-wrap gap-3">
      <Button busy={sending} onClick={() => change("accept-representation")}>
        Accept{to}
      </Button>
      <Button tone="secondary" disabled={sending} onClick={() => change("decline-representation")}>
        Decline{to}
      </Button>
    </div>
  );
}

/** To the present admin, whom a watcher believes to have lost the key. */
function ReplacedAdmin({
  organization: { id },
  replacement: { columnAdmin, from },
}: {
  organization: Organization;
  replacement: NonNullable<Organization["replacement"]>;
}) {
  const { change, sending, isOnItsWay } = useChange(id);
  if (isOnItsWay("REFUSE_REPLACEMENT")) return null;
  const name = <Name>{nameOrAddress(columnAdmin)}</Name>;
  return (
    <Notice
      tone="alert"
      title={<>A watcher proposes {name} as its admin in your place</>}
      action={
        <AskButton
          tone="danger"
          busy={sending}
          question={<>Refuse {name} as its admin?</>}
          explanation="You stay its admin. Watchers can propose somebody again."
          answers={[{ label: "Refuse", act: () => change("refuse-replacement") }]}
          keep="Leave it"
        >
          Refuse
        </AskButton>
      }
    >
      Watchers do this when a key is lost. Refuse if you still have yours.{" "}
      <Delay from={from}>They may accept</Delay>
    </Notice>
  );
}

/** To the person whom the admin or a watcher proposed. */
function NextAdmin({
  organization: { id, name },
  title,
  from,
}: {
  organization: Organization;
  /** It ends before the organization's name. */
  title: string;
  /** The Bitcoin height from which they may accept; null if that is now. */
  from: number | null;
}) {
  const { change, sending, isOnItsWay } = useChange(id);
  const { data: height } = useQuery({ ...burnHeightQuery(), enabled: from !== null });
  if (isOnItsWay("ACCEPT_ADMIN", "DECLINE_ADMIN")) return null;
  const isEarly = from !== null && typeof height === "number" && height < from;
  return (
    <Notice
      tone="pending"
      title={
        <>
          {title} <Name>{name}</Name>
        </>
      }
      action={
        <div className="flex flex-wrap gap-3">
          {isEarly ? null : (
            <Button busy={sending} onClick={() => change("accept-admin")}>
              Become its admin
            </Button>
          )}
          <Button tone="secondary" disabled={sending} onClick={() => change("decline-admin")}>
            Decline<span className="sr-only"> to become its admin</span>
          </Button>
        </div>
      }
    >
      {isEarly ? (
        <>
          The current admin may refuse until then. <Delay from={from}>You may accept</Delay>
        </>
      ) : (
        "You would decide who represents it."
      )}
    </Notice>
  );
}

/** When somebody may accept: a sentence that begins with the children. */
function Delay({ from, children }: { from: number; children: string }) {
  const { data: height } = useQuery(burnHeightQuery());
  const block = from.toLocaleString("en");
  if (typeof height !== "number") return `${children} from Bitcoin block ${block} on.`;
  if (height >= from) return `${children} now.`;
  return `${children} from Bitcoin block ${block} on, in about ${sayBlocks(from - height)}.`;
}
