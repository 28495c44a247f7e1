import {
  type EndorsementState,
  standingWords,
  type Words,
} from "@colonnade/contract-events/fold/endorsement.ts";
import type { OrganizationState } from "@colonnade/contract-events/fold/organization.ts";
import type { PersonState } from "@colonnade/contract-events/fold/person.ts";
import { ipfsPathOf } from "@colonnade/domain/image-address.ts";
import type { ReportSubject } from "@colonnade/domain/report.ts";
import type { Executor } from "../../../db/database.ts";
import { isPreset } from "../../../images/store.ts";
import type { ReportedSubject } from "../../../off-chain/report-store.ts";

/** Reads what a report is about, or null where there is nothing. */
export function readReportedSubject(
  db: Executor,
  subject: ReportSubject,
): Promise<ReportedSubject | null> {
  switch (subject.kind) {
    case "endorsement":
      return readEndorsement(db, subject.id);
    case "organization":
      return readOrganization(db, subject.id);
    case "profile":
      return readProfile(db, subject.principal);
    case "image":
      return readImage(db, subject.image);
  }
}

async function readEndorsement(db: Executor, id: number): Promise<ReportedSubject | null> {
  const row = await db
    .selectFrom("endorsements")
    .where("id", "=", id)
    .where("status", "in", ["pending", "held", "approved", "withdrawn"])
    .select("state")
    .executeTakeFirst();
  if (row === undefined) return null;
  const state: EndorsementState = JSON.parse(row.state);
  const { sender, suggestion, withdrawal } = state;
  const reason = withdrawal?.reason ?? null;
  const writers = [sender, suggestion?.by ?? sender, withdrawal?.by ?? sender];
  return {
    reported: {
      ...shownOf(standingWords(state)),
      ...(suggestion === null ? {} : { suggestion: shownOf(suggestion) }),
      ...(reason === null ? {} : { withdrawalReason: reason }),
    },
    responsible: [...new Set(writers)],
  };
}

const shownOf = ({ title, description, image }: Words) => ({
  title,
  text: description,
  imageUrl: image,
});

async function readOrganization(db: Executor, id: number): Promise<ReportedSubject | null> {
  const row = await db
    .selectFrom("organizations")
    .where("id", "=", id)
    .select("state")
    .executeTakeFirst();
  if (row === undefined) return null;
  const { name, description, logo, admin }: OrganizationState = JSON.parse(row.state);
  const reported = { title: name, text: description, imageUrl: logo };
  return { reported, responsible: [admin] };
}

async function readProfile(db: Executor, principal: string): Promise<ReportedSubject | null> {
  const row = await db
    .selectFrom("profiles")
    .where("address", "=", principal)
    .where("registered", "=", true)
    .select("state")
    .executeTakeFirst();
  if (row === undefined) return null;
  const { profile }: PersonState = JSON.parse(row.state);
  if (profile === null) return null;
  const { bnsName, bns, statement, image } = profile;
  const reported = { title: `${bnsName}.${bns}`, text: statement ?? "", imageUrl: image };
  return { reported, responsible: [principal] };
}

/** An image that is stored here, or that is stored elsewhere and shown here. A hidden one counts. */
async function readImage(db: Executor, image: string): Promise<ReportedSubject | null> {
  const cid = ipfsPathOf(image) ?? "";
  const { uploader, isShown } = await db
    .selectNoFrom(({ selectFrom, exists, or }) => [
      selectFrom("images").where("cid", "=", cid).select("uploader").as("uploader"),
      or([
        exists(selectFrom("hidden_images").where("image", "=", image).select("image")),
        exists(selectFrom("endorsements").where("image", "=", image).select("id")),
        exists(selectFrom("profiles").where("image", "=", image).select("address")),
        exists(selectFrom("organizations").where("image", "=", image).select("id")),
      ]).as("isShown"),
    ])
    .executeTakeFirstOrThrow();
  if (uploader === null && !isShown && !isPreset(cid)) return null;
  const reported = { title: "", text: "", imageUrl: image };
  return { reported, responsible: uploader === null ? [] : [uploader] };
}
