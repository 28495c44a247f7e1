/** The title of a panel beside the events, and how many stand in it. */
export function PanelTitle({
  id,
  count,
  children,
}: {
  id: string;
  count?: number | undefined;
  children: string;
}) {
  return (
    <div className="mb-4 flex items-baseline justify-between gap-4">
      <h2 id={id} className="text-lg">
        {children}
      </h2>
      {count === undefined ? null : (
        <span className="font-mono text-sm text-muted">{count.toLocaleString("en")}</span>
      )}
    </div>
  );
}
