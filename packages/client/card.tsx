import { isBlank, withoutBidiOverrides } from "@colonnade/domain/hidden-text.ts";
import { nameOrAddress } from "@colonnade/domain/profile.ts";
import { type CSSProperties, type ReactElement, useId } from "react";
import type { Endorsement } from "./client.ts";
import type { CardState } from "./read-card.ts";

const color = {
  paper: "light-dark(#f7f4ee, #14130f)",
  sheet: "light-dark(#fdfcf9, #1b1a15)",
  ink: "light-dark(#1b1a17, #ede7da)",
  muted: "light-dark(#5f594d, #aaa291)",
  rule: "light-dark(#d9d2c3, #36332a)",
  seal: "light-dark(#b83a14, #ff8355)",
  approved: "light-dark(#0f6b4b, #52c79a)",
  pending: "light-dark(#85590f, #e3b363)",
};

const frame: CSSProperties = {
  boxSizing: "border-box",
  maxWidth: "36rem",
  padding: "0.5rem",
  borderRadius: 2,
  background: color.paper,
  color: color.ink,
  font: "400 1rem/1.5 'Instrument Sans', system-ui, sans-serif",
  overflowWrap: "anywhere",
};
const sheet: CSSProperties = {
  padding: "1rem 1.25rem",
  border: `1px solid ${color.rule}`,
  borderRadius: 2,
  background: color.sheet,
};
/** Each line of a user's text gets its direction from its own letters. */
const said: CSSProperties = { unicodeBidi: "plaintext" };
const title: CSSProperties = {
  ...said,
  margin: 0,
  fontWeight: 700,
  fontSize: "1.25rem",
  lineHeight: 1.4,
};
const words: CSSProperties = {
  ...said,
  margin: "0.5rem 0",
  fontFamily: "Newsreader, Georgia, serif",
  fontStyle: "italic",
  fontSize: "1.125rem",
  whiteSpace: "pre-wrap",
};
const line: CSSProperties = { margin: 0, color: color.muted };
const foot: CSSProperties = {
  display: "flex",
  flexWrap: "wrap",
  justifyContent: "space-between",
  gap: "0.25rem 1rem",
  margin: "0.75rem 0 0",
  paddingTop: "0.75rem",
  borderTop: `1px solid ${color.rule}`,
};

/** An endorsement's card in any state. It renders user texts as text, never as markup. */
export function Card({ state, href }: { state: CardState; href: string }): ReactElement {
  const heading = useId();
  const isRead = state.is === "read";
  return (
    <article
      style={frame}
      {...(isRead ? { "aria-labelledby": heading } : { "aria-label": "Endorsement" })}
      aria-busy={state.is === "loading"}
    >
      <div style={sheet}>
        {isRead ? (
          <Words endorsement={state.endorsement} heading={heading} />
        ) : (
          <p role="status" style={line}>
            {says[state.is]}
          </p>
        )}
        {state.is === "missing" ? null : (
          <p style={foot}>
            {isRead ? <Mark endorsement={state.endorsement} /> : null}
            <a href={href} style={{ color: color.seal }}>
              See it on Colonnade
            </a>
          </p>
        )}
      </div>
    </article>
  );
}

const says = {
  loading: "The endorsement is loading.",
  missing: "There is no such endorsement, or it is no longer shown.",
  failed: "The endorsement could not be loaded. Try again later.",
};

/** The title, or a text in its place, so that the card always has a name. */
function titleOf({ approved, column_sender, draft, title }: Endorsement): string {
  // The service does not send these words.
  if (!approved && column_sender.suspended) return "An endorsement from a suspended account";
  const current = draft?.title ?? title;
  return isBlank(current) ? "An endorsement without a title" : withoutBidiOverrides(current);
}

function Words({ endorsement, heading }: { endorsement: Endorsement; heading: string }) {
  const current = endorsement.draft ?? endorsement;
  const { column_sender: sender, column_receiver: receiver, organization } = endorsement;
  return (
    <>
      <h3 id={heading} dir="auto" style={title}>
        {titleOf(endorsement)}
      </h3>
      <p dir="auto" style={words}>
        {withoutBidiOverrides(current.endorsement)}
      </p>
      <p style={line}>
        From <Party profile={sender} />
        {organization === undefined ? null : (
          <>
            {" for "}
            <bdi>{withoutBidiOverrides(organization.name)}</bdi> (organization)
          </>
        )}
        {" to "}
        <Party profile={receiver} />
      </p>
    </>
  );
}

/** A party by name, and whether a watcher suspended it. */
function Party({ profile }: { profile: Endorsement["column_sender"] }) {
  return (
    <>
      <bdi>{withoutBidiOverrides(nameOrAddress(profile))}</bdi>
      {profile.suspended === true ? " (removed)" : null}
    </>
  );
}

function Mark({ endorsement: { approved, withdrawn } }: { endorsement: Endorsement }) {
  if (withdrawn !== undefined) {
    return <strong style={{ color: color.muted }}>Withdrawn</strong>;
  }
  return approved ? (
    <strong style={{ color: color.approved }}>✓ Approved</strong>
  ) : (
    <strong style={{ color: color.pending }}>Pending approval</strong>
  );
}
