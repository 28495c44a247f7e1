import type { Chain } from "../chain/chain.ts";
import type { TransactionStory } from "../chain/ledger.ts";
import type { PendingTransaction } from "../chain/mempool.ts";
import { minedIn, viewTransaction } from "./transaction-view.ts";

interface Place {
  limit: number;
  offset: number;
}

/** A page of transactions that wait, the last to come first, as the Hiro API lists them. */
export function viewWaiting(chain: Chain, waiting: readonly PendingTransaction[], place: Place) {
  const stories = waiting
    .map(({ transaction }) => chain.ledger.stories.get(transaction.txid))
    .filter((story) => story !== undefined);
  return viewPage(chain, stories, place);
}

/**
 * A page of transactions in canonical blocks, the last to come first, as the Hiro API lists them.
 * @param sender whose they are; everybody's if absent
 */
export function viewMined(chain: Chain, place: Place, sender?: string) {
  const stories = [...chain.ledger.stories.values()].filter(
    (story) =>
      (sender === undefined || story.transaction.sender === sender) &&
      minedIn(chain, story) !== undefined,
  );
  return viewPage(chain, stories, place);
}

function viewPage(chain: Chain, stories: readonly TransactionStory[], { limit, offset }: Place) {
  const results = stories
    .toReversed()
    .slice(offset, offset + limit)
    .map((story) => viewTransaction(chain, story));
  return { limit, offset, total: stories.length, results };
}
