const pad = (value: number, digits: number) => String(value).padStart(digits, "0");

/** Where a contract event stands among the events of its time: sorts as the chain does. */
export function eventPosition(height: number, txIndex: number, eventIndex: number): string {
  return `c${pad(height, 10)}.${pad(txIndex, 6)}.${pad(eventIndex, 7)}`;
}

/** Where a transaction without contract events stands among the events of its time. */
export function transactionPosition(height: number, txIndex: number): string {
  return `c${pad(height, 10)}.${pad(txIndex, 6)}`;
}
