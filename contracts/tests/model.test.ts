import { decodeContractEvent } from "@colonnade/domain/contract-event.ts";
import { type EndorsementState, foldEndorsement } from "@colonnade/domain/fold/endorsement.ts";
import { Cl, serializeCV } from "@stacks/transactions";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { registration, wordFields } from "./arguments.ts";
import { type Chain, ENDORSEMENT, PENDING_ASSET, startChain, TOKEN_ASSET } from "./chain.ts";
import { type Action, acceptedWords, newModel, step, wordsOf } from "./model.ts";
import { actions, at, type Game, play } from "./play.ts";
import { draft, standing } from "./standing.ts";

let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});

/** Every action but those that nobody may ever do. */
const WINNABLE: Action["act"][] = [
  "register",
  "leave",
  "expel",
  "moveName",
  "expireName",
  "represent",
  "submit",
  "edit",
  "approve",
  "burn",
  "show",
];

/** One seed for all rules: each judges the same games, which are played once. Nothing that follows touches them. */
const runs = { numRuns: 120, seed: Date.now() };
const played = new Map<string, Game>();
const eachGame = (judge: (game: Game) => void) =>
  fc.assert(
    fc.property(actions, (sequence) => judge(playOnce(sequence))),
    runs,
  );

function playOnce(sequence: Action[]): Game {
  const key = JSON.stringify(sequence);
  const game = played.get(key) ?? play(chain, sequence);
  played.set(key, game);
  return game;
}

const uint = (value: { type: string }) =>
  value.type === "uint" && "value" in value ? Number(value.value) : Number.NaN;

describe("in any sequence of calls", () => {
  test("every call answers what the rules say", () => {
    eachGame(({ moves }) => {
      for (const { outcome, expected } of moves) expect(outcome.result).toEqual(expected);
    });
  });

  test("no endorsement moves between principals: tokens are minted, and stay", () => {
    eachGame(({ moves, model, people, firstId }) => {
      const movements = moves.flatMap(({ outcome }) => outcome.movements);
      expect(movements.filter(({ from, to }) => from !== undefined && to !== undefined)).toEqual(
        [],
      );
      expect(movements.filter(({ asset, from }) => asset === TOKEN_ASSET && from)).toEqual([]);
      for (const [index, { receiver, status }] of model.endorsements.entries()) {
        const owner = chain.readContract(ENDORSEMENT, "get-owner", Cl.uint(firstId + index));
        const holder =
          status === "approved" ? Cl.some(Cl.principal(at(people, receiver))) : Cl.none();
        expect(owner).toEqual(Cl.ok(holder));
      }
    });
  });

  test("nobody but the receiver gets an endorsement approved or burned", () => {
    eachGame(({ moves, model, people, firstId }) => {
      for (const { action, caller, outcome } of moves) {
        for (const { asset, id, from, to } of outcome.movements) {
          if (asset === TOKEN_ASSET) {
            const { receiver } = at(model.endorsements, uint(id) - firstId);
            expect([action.act, caller, to]).toEqual(["approve", to, at(people, receiver)]);
          }
          if (asset === PENDING_ASSET && from !== undefined && action.act !== "edit") {
            expect([caller, action.act === "approve" || action.act === "burn"]).toEqual([
              from,
              true,
            ]);
          }
        }
      }
    });
  });

  test("what is minted is exactly the accepted revision's words", () => {
    eachGame(({ moves, firstId }) => {
      const model = newModel();
      for (const { action, outcome } of moves) {
        const endorsement = "endorsement" in action && model.endorsements[action.endorsement];
        const before = endorsement && { ...endorsement };
        step(model, action, firstId);
        if (action.act !== "approve" || outcome.result.type !== "ok") continue;
        if (!before) throw new Error("An endorsement was approved that nobody sent.");
        const words = acceptedWords(before);
        if (words === null) throw new Error("Words were minted that nobody accepted.");
        const printed = outcome.prints.at(-1);
        expect(printed?.type === "tuple" && printed.value).toMatchObject({
          ...wordFields(wordsOf(words)),
          revision: Cl.uint(before.revision),
        });
      }
    });
  });

  test("a principal has at most one profile, and a name at most one principal", () => {
    eachGame(({ model, people, labels }) => {
      const holders = labels.map((label) =>
        chain.read("get-profile-by-name", ...registration(label).slice(0, 2)),
      );
      const expected = labels.map((label, index) => {
        const holder = people.find((_, person) => model.profiles.get(person) === index);
        return holder === undefined ? Cl.none() : profileOf(label, holder);
      });
      expect(holders).toEqual(expected);
      for (const [person, principal] of people.entries()) {
        const name = model.profiles.get(person);
        expect(chain.read("get-profile", Cl.principal(principal))).toEqual(
          name === undefined ? Cl.none() : profileOf(at(labels, name)),
        );
      }
    });
  });

  test("every endorsement ends as the rules say, on the chain and in the domain's fold", () => {
    eachGame((game) => {
      const { model, people, firstId } = game;
      const folded = foldPrints(game);
      for (const [index, endorsement] of model.endorsements.entries()) {
        const id = firstId + index;
        const { revision, status, shown } = endorsement;
        const [sender, receiver] = [
          at(people, endorsement.sender),
          at(people, endorsement.receiver),
        ];
        const onChain = chain.read("get-endorsement", Cl.uint(id));
        expect(onChain).toEqual(
          standing({
            id,
            sender,
            receiver,
            words: wordsOf(endorsement.words),
            revision,
            status,
            shown,
            org: endorsement.org ? Cl.some(organizationOf(id)) : Cl.none(),
            draft: endorsement.draft
              ? draft(wordsOf(endorsement.draft.words), 1, endorsement.draft.accepted)
              : Cl.none(),
          }),
        );
        expect(folded.get(id)).toMatchObject({
          sender,
          receiver,
          words: wordsOf(endorsement.words),
          draft: endorsement.draft && {
            ...wordsOf(endorsement.draft.words),
            accepted: endorsement.draft.accepted,
          },
          revision,
          status: status === "burned" ? "rejected" : status,
          shown,
        });
      }
      expect(folded.size).toBe(model.endorsements.length);

      function organizationOf(id: number) {
        return Cl.uint(folded.get(id)?.organization?.id ?? 0);
      }
    });
  });

  test("only the newest revision can be decided on, and only while it is pending", () => {
    eachGame(({ model, people, firstId }) => {
      for (const [index, endorsement] of model.endorsements.entries()) {
        for (let revision = 1; revision <= endorsement.revision + 1; revision += 1) {
          const decides = endorsement.status === "pending" && revision === endorsement.revision;
          const owner = chain.read(
            "get-pending-owner",
            Cl.uint(firstId + index),
            Cl.uint(revision),
          );
          expect(owner).toEqual(
            decides ? Cl.some(Cl.principal(at(people, endorsement.receiver))) : Cl.none(),
          );
        }
      }
    });
  });
});

test("the sequences are worth playing: every action succeeds in some", () => {
  const succeeded = new Set<string>();
  eachGame(({ moves }) => {
    for (const { action, outcome } of moves) {
      if (outcome.result.type === "ok") succeeded.add(action.act);
    }
  });
  expect(succeeded).toEqual(new Set(WINNABLE));
});

function profileOf(label: string, principal?: string) {
  const [bns = Cl.none(), bnsName = Cl.none(), statement = Cl.none(), image = Cl.none()] =
    registration(label);
  return Cl.some(
    Cl.tuple({
      bns,
      "bns-name": bnsName,
      statement,
      image,
      ...(principal !== undefined && { principal: Cl.principal(principal) }),
    }),
  );
}

function foldPrints({ moves }: Game): Map<number, EndorsementState> {
  const states = new Map<number, EndorsementState>();
  for (const { outcome } of moves) {
    for (const value of outcome.prints) {
      const event = decodeContractEvent(serializeCV(value));
      if (event === null || !event.topic.match(/endorsement$|^display/) || !("id" in event))
        continue;
      const place = { blockTime: 1, txId: "0x", event };
      const next = foldEndorsement(states.get(event.id) ?? null, place);
      if (next !== null) states.set(event.id, next);
    }
  }
  return states;
}
