import { describe, expect, it } from "vitest";
import { createTerminal } from "../operator/terminal.ts";

/** A terminal of which the test reads what it wrote, escape sequences included. */
function open(isTTY: boolean) {
  const [out, error]: [string[], string[]] = [[], []];
  const terminal = createTerminal({
    stdout: { write: (text: string) => out.push(text) },
    stderr: { isTTY, write: (text: string) => error.push(text) },
  });
  return { terminal, out, error };
}

const half = { done: 5, total: 10, what: "blocks" };
const CLEARED = "\r\u001b[K";

it("shows characters that steer a terminal as codes, because a node may have sent them", () => {
  const { terminal, out, error } = open(true);
  terminal.line("one\u001b[2J two\u009b1A\rthree\n\tfour 👩‍🔧");
  terminal.warn("\u202eevil");
  expect(out).toEqual(["oneU+001B[2J twoU+009B1AU+000Dthree\n\tfour 👩‍🔧\n"]);
  expect(error).toEqual(["U+202Eevil\n"]);
});

describe("The progress of a command", () => {
  it("is a bar on a terminal, drawn again in its place, and gone before the next line", () => {
    const { terminal, out, error } = open(true);
    terminal.progress(half);
    terminal.progress({ ...half, done: 10 });
    terminal.line("Done");
    terminal.close();
    expect(error).toEqual([
      `${CLEARED}[${"#".repeat(15)}${"-".repeat(15)}] 50 %  5 of 10 blocks`,
      `${CLEARED}[${"#".repeat(30)}] 100 %  10 of 10 blocks`,
      CLEARED,
    ]);
    expect(out).toEqual(["Done\n"]);
  });

  it("is a line now and then without a terminal, and always one at the end", () => {
    const { terminal, error } = open(false);
    for (let done = 0; done <= 10; done += 1) terminal.progress({ ...half, done });
    terminal.close();
    expect(error).toEqual(["0 %  0 of 10 blocks\n", "100 %  10 of 10 blocks\n"]);
  });

  it("is 100 % when there is nothing to do, and never more", () => {
    const { terminal, error } = open(true);
    terminal.progress({ done: 0, total: 0, what: "blocks" });
    terminal.progress({ done: 11, total: 10, what: "blocks" });
    for (const drawn of error) expect(drawn).toContain(`[${"#".repeat(30)}] 100 %`);
  });
});
