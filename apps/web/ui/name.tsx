/** A BNS name. Where it does not fit into a line, its domain stays whole on the next: `clarityuniverse` over `.btc`. */
export function Name({ children }: { children: string }) {
  const dot = children.lastIndexOf(".");
  return (
    <span className="wrap-anywhere">
      {dot > 0 ? (
        <>
          {children.slice(0, dot)}
          <wbr />
          {children.slice(dot)}
        </>
      ) : (
        children
      )}
    </span>
  );
}
