/** The rows of a list as they were when it was opened, however much is written while it is read. */
export interface List {
  /** The JSON of the next rows; none at the end. */
  next(): Promise<string[]>;
  /** Frees what the database keeps of it. */
  close(): Promise<void>;
}

/** Rows read at once: so much of a list is in memory, and no more. */
export const LIST_BATCH = 1_000;

type Run = (text: string) => Promise<{ rows: { json: string }[] }>;

/**
 * Opens a list by a cursor that outlives its transaction: the database puts the rows aside, on its own disk, so that
 * neither a transaction nor anybody's turn is held while a slow reader reads.
 * @param name no other open list of the connection has it
 * @param text selects `json`, in order
 */
export async function openHeldList(
  run: Run,
  name: string,
  text: string,
): Promise<Pick<List, "next">> {
  await run(`declare ${name} no scroll cursor with hold for ${text}`);
  return {
    next: async () => {
      const { rows } = await run(`fetch ${LIST_BATCH} from ${name}`);
      return rows.map(({ json }) => json);
    },
  };
}
