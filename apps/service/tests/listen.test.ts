import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { startFixture } from "./support/fixture.ts";

it.each(["new", "kept alive"])(
  "answers a request that has arrived on a %s connection when the service is told to stop",
  async (kind) => {
    const fixture = await startFixture();
    onTestFinished(() => fixture.close());
    const { hostname, port } = new URL(fixture.service.origin);
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    const ask = () => socket.write(`GET /healthz HTTP/1.1\r\nhost: ${hostname}:${port}\r\n\r\n`);
    if (kind === "kept alive") {
      ask();
      await once(socket, "data");
    }
    ask();
    // The service shares this thread, so it has not read the request yet.
    const closed = fixture.service.close();
    expect(await text(socket)).toContain("HTTP/1.1 200 OK");
    await closed;
  },
);
