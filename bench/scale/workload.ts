import type { ContractEvent } from "@colonnade/domain/contract-event.ts";
import type { NewBlock } from "@colonnade/service/chain/new-block.ts";
import { blockOf, type Call, hashOf } from "./blocks.ts";
import type { Mark } from "./mark.ts";
import { addressOf } from "./people.ts";

const WORDS =
  "We shipped the release together, and every review was kind, exact and on time. I learned from each of them, and so did the rest of the team.";

/** New people are numbered from here. */
const NEWCOMERS = 10_000_000;

/**
 * Blocks that follow a mark: one call in fifty registers, the others submit endorsements and approve those of
 * the block before.
 * @param label makes the blocks others than those of another label
 */
export async function makeBlocks(
  mark: Mark,
  people: readonly string[],
  { label, count, calls }: { label: string; count: number; calls: number },
): Promise<NewBlock[]> {
  const blocks: NewBlock[] = [];
  let waiting: { id: number; sender: string; receiver: string }[] = [];
  let id = mark.endorsement;
  let newcomer = NEWCOMERS;
  for (let index = 0; index < count; index += 1) {
    const height = mark.height + 1 + index;
    const events: { sender: string; event: ContractEvent }[] = waiting.map((known) => ({
      sender: known.receiver,
      event: { topic: "approve-endorsement", revision: 1, ...known, ...wordsOf(known.id) },
    }));
    waiting = [];
    for (let registered = 0; registered < calls / 50; registered += 1) {
      newcomer += 1;
      events.push(registration(addressOf(newcomer), `newcomer${newcomer}`));
    }
    while (events.length < calls) {
      id += 1;
      const sender = people[(id * 17) % people.length] ?? "";
      const receiver = people[(id * 17 + 1 + (id % 89)) % people.length] ?? "";
      if (waiting.length < calls / 2) waiting.push({ id, sender, receiver });
      events.push({
        sender,
        event: {
          topic: "submit-endorsement",
          id,
          revision: 1,
          sender,
          receiver,
          ...wordsOf(id),
          "block-height": height,
          org: null,
        },
      });
    }
    const block = {
      block_height: height,
      block_time: mark.time + 5 * (index + 1),
      index_block_hash: hashOf(`${label} ${height}`),
      parent_index_block_hash: blocks.at(-1)?.index_block_hash ?? mark.hash,
    };
    const made: Call[] = events.map(({ sender, event }, txIndex) => ({
      sender,
      event,
      txIndex,
      txId: hashOf(`${label} ${height}.${txIndex}`),
    }));
    blocks.push(await blockOf(block, made));
  }
  return blocks;
}

function wordsOf(id: number) {
  return {
    title: `For the release, no. ${id}`,
    description: WORDS,
    image: `https://images.example/new/${id}.png`,
  };
}

function registration(principal: string, name: string): { sender: string; event: ContractEvent } {
  return {
    sender: principal,
    event: {
      topic: "register-profile",
      principal,
      bns: "btc",
      "bns-name": name,
      statement: "New here.",
      image: "https://images.example/new/face.png",
    },
  };
}
