import { useId, useState } from "react";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { endorsementPath } from "../../features/endorsement/words.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { SelectField } from "../../ui/field.tsx";

/** What shows an approved endorsement outside of Colonnade: its badge, and a frame on another site. */
export function Elsewhere({ id }: { id: number }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-4 print:hidden">
      <h2 id={heading} className="text-2xl">
        Show it elsewhere
      </h2>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Badge id={id} />
        <Embed id={id} />
      </div>
    </section>
  );
}

const badges = [
  ["Picture, PNG", "png", ""],
  ["Drawing, SVG", "svg", ""],
  ["To print, A4", "pdf", ""],
  ["To print, Letter", "pdf", "?paper=letter"],
] as const;

function Badge({ id }: { id: number }) {
  return (
    <Card as="div" className="flex flex-col gap-3 p-5 sm:px-6">
      <h3 className="text-lg">As a badge</h3>
      <p className="text-sm text-muted">
        A certificate that holds its credential and its proof. Anybody can check the file without
        us.
      </p>
      <ul className="-mx-3 flex flex-wrap">
        {badges.map(([name, type, query]) => (
          <li key={name}>
            <LinkButton
              href={`/api/badge/${id}.${type}${query}`}
              download={`endorsement-${id}.${type}`}
              tone="quiet"
            >
              {name}
            </LinkButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Pixels of the frame. */
const FRAME = { width: 480, height: 320 };
const TITLE = "An endorsement on Colonnade";

function Embed({ id }: { id: number }) {
  const [theme, setTheme] = useState("");
  const path = `/embed${endorsementPath(id)}${theme === "" ? "" : `?theme=${theme}`}`;
  return (
    <Card as="div" className="flex flex-col gap-3 p-5 sm:px-6">
      <h3 className="text-lg">On another site</h3>
      <p className="text-sm text-muted">
        A frame that needs no script, and always shows what the chain says.
      </p>
      <SelectField label="Colors" value={theme} onChange={({ target }) => setTheme(target.value)}>
        <option value="">Match the reader's system</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </SelectField>
      <details>
        <summary className="min-h-11 content-center text-sm font-semibold underline decoration-rule underline-offset-4 hover:decoration-seal">
          Preview
        </summary>
        {/* A frame in closed details is not loaded. */}
        <iframe
          src={path}
          title={TITLE}
          loading="lazy"
          className="mt-2 w-full max-w-[480px] border-0"
          height={FRAME.height}
        />
      </details>
      <div className="-ml-3">
        <CopyButton text={embedCode(path)}>Copy embed code</CopyButton>
      </div>
    </Card>
  );
}

/** The markup with which another site shows an endorsement. */
const embedCode = (path: string) =>
  `<iframe src="${runtimeConfig().origin}${path}" width="${FRAME.width}" height="${FRAME.height}" title="${TITLE}" loading="lazy" style="border:0"></iframe>`;
