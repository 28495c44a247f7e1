import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { RevealedText } from "../../ui/revealed-text.tsx";
import { shownTitle } from "./words.ts";

/**
 * The title in a list where somebody decides. It reveals characters that cannot be seen, and its direction changes
 * nothing beside it. The endorsement's number takes the place of a blank title.
 */
export const RevealedTitle = ({ endorsement }: { endorsement: Endorsement }) => (
  <bdi>
    <RevealedText>{shownTitle(endorsement)}</RevealedText>
  </bdi>
);
