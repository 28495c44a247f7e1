import type { Detail } from "./transaction-words.ts";

/** What is being signed, line by line. */
export function Details({ details }: { details: readonly Detail[] }) {
  return (
    <dl className="details">
      {details.map(({ name, type, text, manner }) => (
        <div key={name}>
          <dt>
            {name}
            {type !== undefined && <span className="type">{type}</span>}
          </dt>
          <dd className={manner}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
