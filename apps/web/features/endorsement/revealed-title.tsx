import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { isBlank } from "@colonnade/domain/hidden-text.ts";
import { RevealedText } from "../../ui/revealed-text.tsx";
import { currentWords, sayNumber } from "./words.ts";

/**
 * The title in a list where somebody decides: with the characters that cannot be seen, beginning on the side where the
 * page begins. The number stands in place of a title that shows nothing.
 */
export function RevealedTitle({ endorsement }: { endorsement: Endorsement }) {
  const { title } = currentWords(endorsement);
  return (
    <bdi>{isBlank(title) ? sayNumber(endorsement.id) : <RevealedText>{title}</RevealedText>}</bdi>
  );
}
