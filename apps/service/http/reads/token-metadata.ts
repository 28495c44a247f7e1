import { categoryOf, unknownCategory } from "@colonnade/domain/category.ts";
import type { EndorsementState } from "@colonnade/domain/fold/endorsement.ts";
import { imageLink } from "@colonnade/domain/image-address.ts";
import { displayName, type ProfileBrief } from "@colonnade/domain/profile.ts";
import type { TokenMetadata } from "@colonnade/domain/token-metadata.ts";
import type { Database } from "../../db/database.ts";

const character = String.raw`[\w\-.~!$&'()*+,;=:@/]|%[\da-fA-F]{2}`;
const host = String.raw`(?:[\w\-.]+|\[[\da-fA-F:.]+\])(?::\d+)?`;
const path = `(?:/(?:${character})*)?`;
const rest = String.raw`(?:${character}|\?)*`;
/** An address by the grammar of RFC 3986, without credentials. Browsers load more than that, such as `https://x/a|b`. */
const uri = new RegExp(String.raw`^https?://${host}${path}(?:\?${rest})?(?:#${rest})?$`);

/**
 * SIP-016 metadata of an approved endorsement's token, or null. Images are absolute links on this origin, or whatever
 * URI the chain has; anything else, which wallets need not understand, is left out.
 */
export async function readTokenMetadata(
  { kysely }: Database,
  id: number,
  origin: string,
): Promise<TokenMetadata | null> {
  const row = await kysely
    .selectFrom("endorsements as e")
    .leftJoin("profiles as s", "s.address", "e.sender")
    .where("e.id", "=", id)
    .where("e.status", "=", "approved")
    .select(["e.state", "s.brief"])
    .executeTakeFirst();
  if (row === undefined) return null;
  const state: EndorsementState = JSON.parse(row.state);
  const sender: ProfileBrief | null = row.brief === null ? null : JSON.parse(row.brief);
  const { words, organization } = state;
  const category = categoryOf(words.image);
  const image = imageLink(words.image, origin);
  const attributes = [
    ...(category === unknownCategory ? [] : [{ trait_type: "Category", value: category.name }]),
    { trait_type: "Issued by", value: (sender && displayName(sender)) || state.sender },
    ...(organization === null ? [] : [{ trait_type: "Organization", value: organization.name }]),
    { trait_type: "Date", value: new Date(state.submittedAt * 1000).toISOString() },
  ];
  return {
    sip: 16,
    name: words.title,
    description: words.description,
    ...(image !== null && uri.test(image) && URL.canParse(image) ? { image } : {}),
    attributes,
    properties: { id, sender: state.sender, receiver: state.receiver, txId: state.txId },
  };
}
