import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { isBlank } from "@colonnade/domain/hidden-text.ts";
import { RevealedText } from "../../ui/revealed-text.tsx";
import { currentWords, sayNumber } from "./words.ts";

/**
 * The title in a list where somebody decides. It reveals characters that cannot be seen, and its direction changes
 * nothing beside it. The endorsement's number takes the place of a blank title.
 */
export function RevealedTitle({ endorsement }: { endorsement: Endorsement }) {
  const { title } = currentWords(endorsement);
  return (
    <bdi>{isBlank(title) ? sayNumber(endorsement.id) : <RevealedText>{title}</RevealedText>}</bdi>
  );
}
