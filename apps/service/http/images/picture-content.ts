import { type Endorsement, endorsementSchema } from "@colonnade/domain/endorsement.ts";
import { nameOrAddress, type ProfileBrief } from "@colonnade/domain/profile.ts";
import type { Database } from "../../db/database.ts";
import type { PictureContent } from "../../images/drawing/parts.ts";
import { findShownImage } from "../../images/store.ts";
import { NotFoundError } from "../errors.ts";
import { readEndorsement } from "../reads/endorsements.ts";

/** An endorsement, what every picture shows of it, and how to read its image. */
interface FoundEndorsement {
  endorsement: Endorsement;
  content: Omit<PictureContent, "image">;
  /** Null where there is no image to show. */
  cid: string | null;
  readImage(): Promise<Uint8Array | null>;
}

/** @throws NotFoundError for one whose words nobody has approved */
export async function findPictureContent(
  database: Database,
  id: number,
): Promise<FoundEndorsement> {
  const json = await readEndorsement(database, { id });
  const endorsement = json === null ? null : endorsementSchema.parse(JSON.parse(json));
  if (endorsement === null || !(endorsement.approved || endorsement.withdrawn)) {
    throw new NotFoundError("There is no such picture");
  }
  const found = await findShownImage(database, endorsement.milestoneURI);
  return {
    endorsement,
    content: contentOf(endorsement),
    cid: found?.cid ?? null,
    readImage: async () => found && (await found.image.read()),
  };
}

function contentOf(endorsement: Endorsement): Omit<PictureContent, "image"> {
  const { title, endorsement: words, organization, column_sender, column_receiver } = endorsement;
  return {
    title,
    words,
    from: organization
      ? { name: organization.name, label: " (organization)" }
      : partyOf(column_sender),
    to: partyOf(column_receiver),
    status: endorsement.withdrawn === undefined ? "approved" : "withdrawn",
  };
}

const partyOf = (profile: ProfileBrief) => ({
  name: nameOrAddress(profile),
  label: profile.suspended === true ? " (removed)" : "",
});
