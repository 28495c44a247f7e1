import type { Report, ReportDecision } from "@colonnade/domain/report.ts";
import sharp from "sharp";
import type { Database } from "../../db/database.ts";
import { registerThree, signIn, startFixture, submit } from "./fixture.ts";
import { printing } from "./move.ts";
import { alice, bob, carol, owner, watcher } from "./people.ts";

/** What a suite about reports needs: people who report, and a watcher who decides. */
export type ReportDesk = Awaited<ReturnType<typeof openReportDesk>>;

/** Starts a service with a watcher, an organization of carol's, and an endorsement from bob to alice with his image. */
export async function openReportDesk(database: Database) {
  const fixture = await startFixture({ database });
  await registerThree(fixture);
  const asAlice = await signIn(fixture.service, alice);
  const asBob = await signIn(fixture.service, bob);
  const asWatcher = await signIn(fixture.service, watcher);
  const image = await upload(asBob, "#c8431b");
  await fixture.mine(
    printing(owner, { topic: "add-watcher", watcher: watcher.address, by: owner.address }),
    submit(1, bob, alice, { image: `ipfs://${image}` }),
    printing(watcher, {
      topic: "watcher-new-organization",
      id: 1,
      admin: carol.address,
      name: "guild.btc",
      logo: "ipfs://bafkreilogo00000000",
      description: "Makers",
      website: "https://guild.example",
      invited: [],
      watcher: watcher.address,
    }),
  );

  const report = (subject: Report["subject"], reason = "A lie", as = asAlice) =>
    as.api("report", { body: { subject, reason } });

  const queue = async (decided: "true" | "false" = "false") =>
    (await asWatcher.api("pageReports", { query: { decided } })).items;

  async function newestReport() {
    const [newest] = (await queue()).toSorted((one, other) => other.id - one.id);
    if (newest === undefined) throw new Error("There is no open report");
    return newest;
  }

  return {
    fixture,
    asAlice,
    asBob,
    asWatcher,
    image,
    report,
    queue,
    newestReport,
    async reportAnew(subject: Report["subject"]) {
      await report(subject);
      return newestReport();
    },
    read: async (id: number) =>
      [...(await queue()), ...(await queue("true"))].find((item) => item.id === id),
    decide: (id: number, body: ReportDecision) =>
      asWatcher.api("decideReport", { params: { id }, body }),
  };
}

/** Uploads a picture of one colour; returns its CID. */
export async function upload(
  { api }: Awaited<ReturnType<typeof signIn>>,
  background: string,
): Promise<string> {
  const picture = sharp({ create: { width: 200, height: 200, channels: 3, background } });
  const file = new Blob([new Uint8Array(await picture.png().toBuffer())]);
  return (await api("uploadImage", { file })).cid;
}
