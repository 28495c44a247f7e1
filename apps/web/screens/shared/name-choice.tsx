import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { type BnsName, sayName } from "../../features/wallet/bns-name.ts";
import { Button } from "../../ui/button.tsx";
import { Name } from "../../ui/name.tsx";
import { NameReading } from "../../ui/name-reading.tsx";

/** One of several names to choose. People with one name see a button that looks for more. */
export function NameChoice({
  query,
  chosen,
  onChoose,
}: {
  query: Pick<
    UseInfiniteQueryResult<BnsName[]>,
    "data" | "hasNextPage" | "isFetchingNextPage" | "isFetchNextPageError" | "fetchNextPage"
  >;
  chosen: BnsName;
  onChoose: (name: BnsName) => void;
}) {
  const { data: names = [], hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  const [hasAsked, setAsked] = useState(false);
  const isAlone = names.length === 1;
  const ask = () => {
    setAsked(true);
    query.fetchNextPage();
  };
  return (
    <div className="flex flex-col items-start">
      {isAlone ? (
        <NameReading name={sayName(chosen)} />
      ) : (
        <fieldset className="flex flex-col">
          <legend className="caps text-ink">Which of your names?</legend>
          {names.map((name) => (
            <label key={sayName(name)} className="flex min-h-11 items-center gap-3 py-1">
              <input
                type="radio"
                name="bns-name"
                checked={sayName(name) === sayName(chosen)}
                onChange={() => onChoose(name)}
                className="size-5 shrink-0 accent-ink"
              />
              <span>
                <Name>{sayName(name)}</Name>
                <NameReading name={sayName(name)} />
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <p role="status" className="text-sm text-muted">
        {isAlone && hasAsked && !hasNextPage ? "Your address holds no other name." : null}
      </p>
      {isFetchNextPageError ? (
        <p role="alert" className="text-sm font-medium text-seal">
          Your other names could not be looked up.
        </p>
      ) : null}
      {hasNextPage ? (
        <Button tone="quiet" busy={isFetchingNextPage} onClick={ask} className="-ml-3">
          {isAlone ? "Use another name" : "Show more names"}
        </Button>
      ) : null}
    </div>
  );
}
