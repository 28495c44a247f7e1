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
