import { times } from "@colonnade/domain/limits.ts";

/**
 * Waits for a part of the app's code.
 * @throws Error `Loading chunk {name} failed` when it cannot be fetched, or not within two minutes
 */
export async function loadChunk<Chunk>(name: string, loading: Promise<Chunk>): Promise<Chunk> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("It took too long")), times.chunkLoad);
  });
  try {
    return await Promise.race([loading, late]);
  } catch (cause) {
    throw new Error(`Loading chunk ${name} failed`, { cause });
  } finally {
    clearTimeout(timer);
  }
}
