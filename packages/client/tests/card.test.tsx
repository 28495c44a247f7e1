import { withoutBidiOverrides } from "@colonnade/domain/hidden-text.ts";
import { assert as assertProperty, property, string, tuple } from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Card } from "../card.tsx";
import { createClient } from "../client.ts";
import { EndorsementCard } from "../react.tsx";
import { readCard } from "../read-card.ts";
import { alice, makeEndorsement, withdrawn } from "./answers.ts";
import { startService } from "./service.ts";

const origin = "https://colonnade.example";

/** A card of an endorsement that was read before. */
function render(endorsement = makeEndorsement()): string {
  return renderToStaticMarkup(<EndorsementCard id={1} origin={origin} endorsement={endorsement} />);
}

/** The tags of a page, without what is between them. */
const tagsOf = (markup: string) => markup.match(/<[^>]*>/g) ?? [];

/** The text of a page: no tags, and each entity as its character. */
function textOf(markup: string): string {
  const characters = new Map(
    Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" }),
  );
  const text = markup.replace(/<[^>]*>/g, "\n");
  return text.replace(/&([#\w]+);/g, (entity, name: string) => characters.get(name) ?? entity);
}

const markup = string({ unit: "binary" }).map((text) => `<b onclick="x">&amp;'${text}</b>`);

describe("the card", () => {
  it("shows words to the letter and never as markup, without direction overrides", () => {
    const tags = tagsOf(render());
    assertProperty(
      property(tuple(markup, markup, markup), ([title, endorsement, bns_name]) => {
        const words = { title, endorsement, column_receiver: { ...alice, bns_name } };
        const shown = render(makeEndorsement(words));
        expect(tagsOf(shown)).toEqual(tags);
        for (const text of [title, endorsement, `${bns_name}.btc`]) {
          expect(textOf(shown)).toContain(`\n${withoutBidiOverrides(text)}\n`);
        }
      }),
    );
  });

  it("says who endorses whom, in whose name, and whether it holds", () => {
    const organization = { id: 1, name: "Readers", logoUrl: "", open: true };
    const says = textOf(render(makeEndorsement({ organization }))).replace(/\n+/g, "");
    expect(says).toContain("From bob.btc for Readers (organization) to alice.btc");
    expect(says).toContain("✓ Approved");
    expect(render(makeEndorsement({ withdrawn }))).toContain(">Withdrawn<");
    expect(render(makeEndorsement({ withdrawn }))).not.toContain("Approved");
    expect(render(makeEndorsement({ approved: false }))).toContain(">Pending approval<");
  });

  it("shows the author's newest words while they wait for approval", () => {
    const draft = { title: "A newer title", endorsement: "Newer words", milestoneURI: "" };
    const shown = render(makeEndorsement({ approved: false, draft }));
    expect(shown).toContain("A newer title");
    expect(shown).toContain("Newer words");
    expect(shown).not.toContain("A careful reader");
  });

  it("links to the endorsement's page, and names itself by the title", () => {
    const shown = render();
    expect(shown).toContain(`href="${origin}/endorsement/1"`);
    const [, heading] = /aria-labelledby="([^"]+)"/.exec(shown) ?? [];
    expect(shown).toContain(`<h3 id="${heading}"`);
  });

  it("has a name even if the title shows nothing, or is held back", () => {
    expect(render(makeEndorsement({ title: "\u200b", blank: true }))).toContain(
      ">An endorsement without a title<",
    );
    const held = makeEndorsement({
      approved: false,
      title: "",
      endorsement: "",
      column_sender: { ...alice, suspended: true },
    });
    expect(render(held)).toContain(">An endorsement from a suspended account<");
  });

  it("says that it is loading before it has read anything", () => {
    const shown = renderToStaticMarkup(<EndorsementCard id={1} origin={origin} />);
    expect(shown).toContain('aria-busy="true"');
    expect(shown).toContain("The endorsement is loading.");
  });

  it("says that there is none, or that it could not be loaded", async () => {
    await using service = await startService();
    const api = createClient({ origin: service.origin });
    const show = async (id: number) =>
      renderToStaticMarkup(<Card state={await readCard(api, id)} href={origin} />);
    expect(await show(1)).toContain("Alice reads what others skip.");
    expect(await show(2)).toContain("There is no such endorsement, or it is no longer shown.");
    expect(await show(500)).toContain("The endorsement could not be loaded. Try again later.");
  });
});
