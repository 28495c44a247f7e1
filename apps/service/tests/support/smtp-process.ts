import { SMTPServer } from "smtp-server";
import type { SmtpNotice } from "./smtp.ts";

// A mail server of its own process, for `startSmtp`. It reports every message to its parent process.

let isRefusing = false;

function report(notice: SmtpNotice): void {
  process.send?.(notice);
}

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData(stream, session, done) {
    let source = "";
    stream.setEncoding("utf8");
    stream.on("data", (part: string) => {
      source += part;
    });
    stream.on("end", () => {
      if (isRefusing) {
        report({ refused: true });
        done(new Error("No room for this"));
        return;
      }
      report({ source, to: session.envelope.rcptTo.map(({ address }) => address) });
      done();
    });
  },
});

process.on("message", (message) => {
  isRefusing = message === "refuse";
  report({ refuses: isRefusing });
});
process.on("disconnect", () => server.close());

const listening = server.listen(Number(process.argv[2]), "127.0.0.1", () => {
  const address = listening.address();
  if (typeof address === "object" && address !== null) report({ port: address.port });
});
