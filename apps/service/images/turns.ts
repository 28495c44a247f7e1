/** So many images are worked on at once in a process, and leave the other requests a processor. */
const AT_ONCE = 2;

const waiting: (() => void)[] = [];
let busy = 0;

/** Works on an image when it is its turn. */
export async function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
  if (busy >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else busy += 1;
  try {
    return await task();
  } finally {
    const next = waiting.shift();
    if (next === undefined) busy -= 1;
    else next();
  }
}
