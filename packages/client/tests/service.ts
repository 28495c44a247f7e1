import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { endorsementSchema } from "@colonnade/domain/endorsement.ts";
import { profileSchema } from "@colonnade/domain/full-profile.ts";
import { makeEndorsement, makeProfile } from "./answers.ts";

const notFound = { error: { code: "does_not_exist", message: "None", requestId: "1" } };

/** Status, body and headers by path and query. */
type Answers = Record<string, [status: number, body: unknown, headers?: Record<string, string>]>;

const real: Answers = {
  "/api/column": [200, profileSchema.parse(makeProfile())],
  "/api/milestones": [200, { items: [endorsementSchema.parse(makeEndorsement())], next: null }],
  "/api/milestone?id=1": [200, endorsementSchema.parse(makeEndorsement())],
  "/api/milestone?id=500": [500, "<html>Bad gateway</html>"],
};

/** A server that answers as a service does: with one profile and one endorsement, unless other answers are given. */
export async function startService(answers: Answers = {}) {
  const requests: IncomingMessage[] = [];
  const all = { ...real, ...answers };
  const server = createServer((request, response) => {
    requests.push(request);
    const target = request.url ?? "";
    const [status, body, headers] = all[target] ??
      all[target.replace(/[?].*/, "")] ?? [404, notFound];
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
