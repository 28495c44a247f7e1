import { times } from "@colonnade/domain/limits.ts";
import { type ComponentType, use } from "react";

/** A part of the app's code failed to load: `Loading chunk {name} failed`. */
export class ChunkError extends Error {
  override readonly name = "ChunkError";
  /** The HTTP status of its file; undefined without a response, or if the browser hides it. */
  readonly status: number | undefined;
  /** Lets the next rendering load the code again. */
  readonly forget: () => void;

  constructor(chunk: string, cause: unknown, forget: () => void) {
    super(`Loading chunk ${chunk} failed`, { cause });
    this.status = statusOfFile(cause);
    this.forget = forget;
  }
}

/** Browsers name the file that failed to load in the error's message. */
function statusOfFile(cause: unknown): number | undefined {
  const address = /https?:\S+/.exec(cause instanceof Error ? cause.message : "")?.[0];
  if (address === undefined) return undefined;
  const entry = performance.getEntriesByName(address, "resource").at(-1);
  const isAnswered = entry instanceof PerformanceResourceTiming && entry.responseStatus > 0;
  return isAnswered ? entry.responseStatus : undefined;
}

/** A component whose code can be loaded before it is rendered. */
export type Lazily<Props> = ComponentType<Props> & {
  /** Resolves when the code is loaded or has failed to load. */
  prepare: () => Promise<void>;
};

/**
 * A component whose code is loaded when it is first rendered, within two minutes. After a failure it can be
 * loaded again, unlike with React's `lazy`.
 * @throws ChunkError while rendering, to the error boundary around it
 */
export function lazily<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
): Lazily<Props> {
  let loading: Promise<ComponentType<Props>> | undefined;
  let loaded: ComponentType<Props> | undefined;
  const forget = () => {
    loading = undefined;
  };
  const begin = () => {
    loading ??= withinTime(load()).catch((cause: unknown) => {
      throw new ChunkError(name, cause, forget);
    });
    return loading;
  };
  const render = (props: Props) => {
    const Loaded = loaded ?? use(begin());
    return <Loaded {...props} />;
  };
  return Object.assign(render, {
    prepare: async () => {
      await begin().then(
        (component) => {
          loaded = component;
        },
        // Rendering throws the same error to the error boundary.
        () => undefined,
      );
    },
  });
}

async function withinTime<Chunk>(loading: Promise<Chunk>): Promise<Chunk> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("It took too long")), times.chunkLoad);
  });
  try {
    return await Promise.race([loading, late]);
  } finally {
    clearTimeout(timer);
  }
}
