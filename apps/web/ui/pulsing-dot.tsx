/** A vermilion dot that asks for attention; `text` says why to those who do not see it. */
export function PulsingDot({ text }: { text: string }) {
  return (
    <span className="relative inline-flex size-2">
      <span
        aria-hidden="true"
        className="absolute inset-0 animate-[pulse-ring_1.8s_ease-out_infinite] rounded-full bg-sealmark"
      />
      <span aria-hidden="true" className="relative size-2 rounded-full bg-sealmark" />
      <span className="sr-only">{text}</span>
    </span>
  );
}
