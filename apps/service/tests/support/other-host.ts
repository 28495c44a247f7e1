import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { RequestFilteringHttpsAgent } from "request-filtering-agent";
import { listen } from "../../server/listen.ts";

/** Of the hosts below, until 2126. The key is public and worth nothing. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgpS6smVT5QH9oGsNB
Y0pN6ql9UBNq6gF4RS9k1MVitL2hRANCAATnf0JulEpvgDsN8UuhSNaJE3M7UvkB
2b7Mxn/e4ojguj35nT9QOYtOqdBrcNjMSHc7p9UIu2U7hhBi95LJy7y/
-----END PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIB0zCCAXmgAwIBAgIUSkB5ZFOZmRrkQLXqOh4l80vFIvYwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMYW5vdGhlciBob3N0MCAXDTI2MTEyNDA0MTUxMVoYDzIxMjYx
MDMxMDQxNTExWjAXMRUwEwYDVQQDDAxhbm90aGVyIGhvc3QwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAATnf0JulEpvgDsN8UuhSNaJE3M7UvkB2b7Mxn/e4ojguj35
nT9QOYtOqdBrcNjMSHc7p9UIu2U7hhBi95LJy7y/o4GgMIGdMB0GA1UdDgQWBBRz
jETnaVRvyIGml9J8dH6q0GNMzjAfBgNVHSMEGDAWgBRzjETnaVRvyIGml9J8dH6q
0GNMzjAPBgNVHRMBAf8EBTADAQH/MEoGA1UdEQRDMEGCDmltYWdlcy5leGFtcGxl
gg1tb3ZlZC5leGFtcGxlgg5pbnNpZGUuZXhhbXBsZYIQbWV0YWRhdGEuZXhhbXBs
ZTAKBggqhkjOPQQDAgNIADBFAiAu5L8HIoJWP3fFhIv/Ypj/Jb3G0IT2hsfIhbGl
NPbmKQIhAM32hyuGXCVzJrwSPMaqa261z3BtXmFfbj4zk96njLXC
-----END CERTIFICATE-----`;

/** The addresses that the hosts' names lead to. Only the first is let through. */
const addresses: Record<string, string[]> = {
  "images.example": ["127.0.0.1"],
  "moved.example": ["127.0.0.1"],
  "inside.example": ["10.0.0.7"],
  "metadata.example": ["169.254.169.254"],
};

/** Stands for the hosts on the internet that images are at. */
export interface OtherHost extends AsyncDisposable {
  /** The path of each request, and its headers. */
  requests: { url: string; headers: Record<string, unknown> }[];
  /** What DNS answers about each name. */
  names: Map<string, string[]>;
  /** The agent that keeps out of private networks, except that the names above lead to this server. */
  agent: RequestFilteringHttpsAgent;
}

export async function startOtherHost(answer: RequestListener): Promise<OtherHost> {
  const requests: OtherHost["requests"] = [];
  const server = createServer({ key, cert }, (request, response) => {
    requests.push({ url: `${request.headers.host}${request.url}`, headers: request.headers });
    answer(request, response);
  });
  const port = await listen(server, 0, "none");
  const names = new Map(Object.entries(addresses));
  const lookup: LookupFunction = (name, { all }, done) => {
    const found = (names.get(name) ?? []).map((address) => ({ address, family: isIP(address) }));
    const [first] = found;
    if (first === undefined) done(new Error(`There is no host ${name}`), "");
    else if (all) done(null, found);
    else done(null, first.address, first.family);
  };
  class Agent extends RequestFilteringHttpsAgent {
    override createConnection(
      ...[options, done]: Parameters<RequestFilteringHttpsAgent["createConnection"]>
    ) {
      return super.createConnection({ ...options, port }, done);
    }
  }
  const agent = new Agent({ lookup, ca: cert, allowIPAddressList: ["127.0.0.1"] });
  return {
    requests,
    names,
    agent,
    async [Symbol.asyncDispose]() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
