import { splitHidden } from "@colonnade/domain/hidden-text.ts";

/**
 * A text as it was signed. A character that cannot be seen, or that changes the direction of what stands beside it, is
 * replaced by its number. For names, and for texts where somebody decides on them.
 */
export function RevealedText({ children }: { children: string }) {
  const parts = splitHidden(children);
  if (parts.every(({ kind }) => kind === "plain")) return children;
  let place = 0;
  return parts.map(({ kind, text }) => {
    const key = place;
    place += text.length;
    return kind === "plain" ? (
      <span key={key}>{text}</span>
    ) : (
      <span
        key={key}
        title="An invisible character"
        className="mx-0.5 rounded-paper border border-seal px-1 font-mono text-[0.7em] whitespace-nowrap text-seal not-italic"
      >
        <span className="sr-only">invisible character </span>
        {nameOf(text)}
      </span>
    );
  });
}

/** `U+202E` */
function nameOf(character: string): string {
  return `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`;
}
