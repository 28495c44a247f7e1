import type { BlockEvent } from "../chain/block.ts";
import { viewHex } from "./value-view.ts";

/** An event as `/extended/v1/tx/{txid}` lists it. */
export function viewEvent(event: BlockEvent): Record<string, unknown> {
  const data = bodyOf(event);
  const common = { event_index: event.event_index, tx_id: event.txid };
  const [kind, action] = event.type.replace(/_event$/, "").split("_");
  if (kind === "contract") {
    return {
      ...common,
      event_type: "smart_contract_log",
      contract_log: {
        contract_id: data.contract_identifier,
        topic: data.topic,
        value: viewHex(String(data.raw_value)),
      },
    };
  }
  return {
    ...common,
    event_type: kind === "nft" ? "non_fungible_token_asset" : assetType(kind),
    asset: {
      asset_event_type: action,
      ...(data.asset_identifier === undefined ? {} : { asset_id: data.asset_identifier }),
      sender: data.sender ?? "",
      recipient: data.recipient ?? "",
      ...(data.amount === undefined ? {} : { amount: data.amount }),
      ...(data.raw_value === undefined ? {} : { value: viewHex(String(data.raw_value)) }),
    },
  };
}

/** The part of the event that bears its type's name. */
export function bodyOf(event: BlockEvent): Record<string, unknown> {
  const body = event[event.type];
  return typeof body === "object" && body !== null ? { ...body } : {};
}

function assetType(kind: string | undefined): string {
  return kind === "ft" ? "fungible_token_asset" : "stx_asset";
}
