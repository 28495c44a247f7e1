import { type StreamEvent, streamEventSchema } from "@colonnade/domain/http/stream.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { noticesOf, parseNotice } from "../revision/change-feed.ts";
import { alice } from "./support/people.ts";

const contracts = fc
  .stringMatching(/^[a-zA-Z][a-zA-Z0-9_-]{0,127}$/)
  .map((name) => `${alice.address}.${name}`);
const ids = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const changes = fc.record({
  type: fc.constant("change" as const),
  principals: fc.array(contracts, { maxLength: 300, size: "max" }),
  endorsements: fc.array(ids, { maxLength: 2_000, size: "max" }),
  organizations: fc.array(ids, { maxLength: 300, size: "max" }),
});

it("splits a large change into notices that PostgreSQL accepts, and loses nothing", () => {
  fc.assert(
    fc.property(changes, (change) => {
      const notices = noticesOf([change]);
      const joined = { principals: [""], endorsements: [0], organizations: [0] };
      for (const notice of notices) {
        expect(Buffer.byteLength(notice)).toBeLessThan(8_000);
        const part = notice === "" ? null : readChange(notice);
        joined.principals.push(...(part?.principals ?? []));
        joined.endorsements.push(...(part?.endorsements ?? []));
        joined.organizations.push(...(part?.organizations ?? []));
      }
      expect(joined.principals.slice(1).toSorted()).toEqual(change.principals.toSorted());
      expect(joined.endorsements.slice(1).toSorted()).toEqual(change.endorsements.toSorted());
      expect(joined.organizations.slice(1).toSorted()).toEqual(change.organizations.toSorted());
    }),
    { numRuns: 50 },
  );
});

it("makes a notice of a change that concerns nobody", () => {
  const nobody: StreamEvent = {
    type: "change",
    principals: [],
    endorsements: [],
    organizations: [],
  };
  expect(noticesOf([nobody]).map(parseNotice)).toEqual([null]);
});

function readChange(notice: string) {
  const event = streamEventSchema.parse(JSON.parse(notice));
  if (event.type !== "change") throw new Error("This is no change");
  return event;
}
