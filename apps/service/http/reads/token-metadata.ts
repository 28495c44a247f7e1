import type { EndorsementState } from "@colonnade/contract-events/fold/endorsement.ts";
import { categoryOf, unknownCategory } from "@colonnade/domain/category.ts";
import type { TokenMetadata } from "@colonnade/domain/endorsement.ts";
import { imageLink, ipfsPathOf } from "@colonnade/domain/image-address.ts";
import { displayName, type ProfileBrief } from "@colonnade/domain/profile.ts";
import type { Database } from "../../db/database.ts";

const character = String.raw`[\w\-.~!$&'()*+,;=:@/]|%[\da-fA-F]{2}`;
const host = String.raw`(?:[\w\-.]+|\[[\da-fA-F:.]+\])(?::\d+)?`;
const path = `(?:/(?:${character})*)?`;
const rest = String.raw`(?:${character}|\?)*`;
/**
 * An address by the grammar of RFC 3986, without credentials. Browsers load more than that, such as `https://x/a|b`.
 */
const uri = new RegExp(String.raw`^https?://${host}${path}(?:\?${rest})?(?:#${rest})?$`);

/**
 * SIP-016 metadata of the token of an approved or withdrawn endorsement, or null. It says so if watchers suspended the
 * sender; then the endorsement keeps its words, because its receiver approved them. The reason of a withdrawal is left
 * out while its writer is suspended. An image is an absolute link on this origin, or the URI on chain. Any other image
 * text is left out, because wallets need not understand it, and so is an image that a watcher has hidden.
 */
export async function readTokenMetadata(
  { kysely }: Database,
  id: number,
  origin: string,
): Promise<TokenMetadata | null> {
  const row = await kysely
    .selectFrom("endorsements as e")
    .leftJoin("profiles as s", "s.address", "e.sender")
    .leftJoin("profiles as w", "w.address", "e.remark_by")
    .leftJoin("hidden_images as h", "h.image", "e.image")
    .where("e.id", "=", id)
    .where("e.status", "in", ["approved", "withdrawn"])
    .select(["e.state", "s.brief", "w.suspended as isRemarkHeld", "h.image as hiddenImage"])
    .executeTakeFirst();
  if (row === undefined) return null;
  const known: EndorsementState = JSON.parse(row.state);
  const state = row.isRemarkHeld ? withoutReason(known) : known;
  const sender: ProfileBrief | null = row.brief === null ? null : JSON.parse(row.brief);
  const { words, withdrawal } = state;
  // Wallets load this image, too. They must not depend on a redirect, so the address is the host's own.
  const link = imageLink(words.image, origin);
  const image = link !== null && ipfsPathOf(words.image) === null ? words.image : link;
  return {
    sip: 16,
    name: words.title,
    description: words.description,
    ...(row.hiddenImage === null && isUri(image) ? { image } : {}),
    attributes: attributesOf(state, sender),
    properties: {
      id,
      sender: state.sender,
      ...(sender?.suspended ? { senderSuspended: true } : {}),
      receiver: state.receiver,
      txId: state.txId,
      ...(state.wordsTxId === state.txId ? {} : { wordsTxId: state.wordsTxId }),
      ...(withdrawal === null ? {} : { withdrawn: { ...withdrawal, at: dateOf(withdrawal.at) } }),
    },
  };
}

const isUri = (image: string | null): image is string =>
  image !== null && uri.test(image) && URL.canParse(image);

function withoutReason(state: EndorsementState): EndorsementState {
  const { withdrawal } = state;
  return { ...state, withdrawal: withdrawal && { ...withdrawal, reason: null } };
}

function attributesOf(state: EndorsementState, sender: ProfileBrief | null) {
  const { words, organization, withdrawal } = state;
  const category = categoryOf(words.image);
  const attribute = (trait_type: string, value: string) => ({ trait_type, value });
  return [
    ...(category === unknownCategory ? [] : [attribute("Category", category.name)]),
    attribute("Issued by", (sender && displayName(sender)) || state.sender),
    ...(sender?.suspended ? [attribute("Issuer", "Removed by watchers")] : []),
    ...(organization === null ? [] : [attribute("Organization", organization.name)]),
    attribute("Date", dateOf(state.wordsAt)),
    ...(withdrawal === null
      ? []
      : [
          attribute("Status", "Withdrawn by its author"),
          attribute("Withdrawn", dateOf(withdrawal.at)),
        ]),
  ];
}

/** @param time Unix seconds */
function dateOf(time: number): string {
  return new Date(time * 1000).toISOString();
}
