const steps = [
  ["You apply", "With the wallet that will be its admin. It costs nothing."],
  ["A watcher reads it", "They admit it, or say why not. Then you can apply again."],
  ["It stands on chain", "From then on its representatives endorse in its name."],
] as const;

/** What becomes of an application, for whoever is about to write one. */
export function HowItGoes() {
  return (
    <aside
      aria-labelledby="how-it-goes"
      className="lg:self-start lg:border-l lg:border-rule lg:pl-8"
    >
      <h2 id="how-it-goes" className="text-lg">
        How it goes
      </h2>
      <ol className="mt-3 flex flex-col gap-5">
        {steps.map(([title, words], index) => (
          <li key={title} className="grid grid-cols-[2rem_minmax(0,1fr)]">
            <span aria-hidden="true" className="font-mono text-sm leading-6 text-seal">
              0{index + 1}
            </span>
            <span>
              <span className="block leading-6 font-semibold">{title}</span>
              <span className="block text-muted">{words}</span>
            </span>
          </li>
        ))}
      </ol>
    </aside>
  );
}
