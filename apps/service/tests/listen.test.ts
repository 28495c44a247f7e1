import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { startFixture } from "./support/fixture.ts";

it.each(["new", "kept"])(
  "answers a request on a %s connection that it has not read when it is told to stop",
  async (kind) => {
    const fixture = await startFixture();
    onTestFinished(() => fixture.close());
    const { hostname, port } = new URL(fixture.service.origin);
    const socket = connect(Number(port), hostname);
    const ask = () => socket.write(`GET /healthz HTTP/1.1\r\nhost: ${hostname}:${port}\r\n\r\n`);
    if (kind === "kept") {
      ask();
      await once(socket, "data");
    }
    ask();
    // The service shares this thread, so it has neither taken the new connection nor read anything.
    const closed = fixture.service.close();
    expect(await text(socket)).toContain("HTTP/1.1 200 OK");
    await closed;
  },
);

it("answers a burst of connections that it has not accepted when it is told to stop", async () => {
  const fixture = await startFixture();
  onTestFinished(() => fixture.close());
  const { hostname, port } = new URL(fixture.service.origin);
  const answers = Array.from({ length: 40 }, () => {
    const socket = connect(Number(port), hostname);
    socket.write(`GET /healthz HTTP/1.1\r\nhost: ${hostname}:${port}\r\n\r\n`);
    return text(socket);
  });
  const closed = fixture.service.close();
  for (const answer of await Promise.allSettled(answers)) {
    expect(answer).toMatchObject({ value: expect.stringContaining("HTTP/1.1 200 OK") });
  }
  await closed;
});
