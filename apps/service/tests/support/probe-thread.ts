import { Agent, get } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

// Asks an address again and again, in a thread, so that what the test itself does does not count. Told to stop, it says
// how many milliseconds the longest answer took.

const address: string = workerData;
const agent = new Agent({ keepAlive: true });
let longest = 0;
let isStopped = false;
parentPort?.once("message", () => {
  isStopped = true;
});

function ask(): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(address, { agent }, (response) => {
      response.resume();
      response.once("end", resolve);
      if (response.statusCode !== 200) reject(new Error(`Status ${response.statusCode}`));
    });
    request.once("error", reject);
  });
}

await ask();
parentPort?.postMessage("asking");
while (!isStopped) {
  const start = performance.now();
  await ask();
  longest = Math.max(longest, performance.now() - start);
  // Lets the thread take the message.
  await new Promise((resolve) => setImmediate(resolve));
}
parentPort?.postMessage(longest);
agent.destroy();
