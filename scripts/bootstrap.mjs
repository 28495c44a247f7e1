// Runs a script of ours under the project's own Node, after installing what the lockfile names.
// Plain JavaScript because it must run on any system Node, before anything is installed.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const installed = join(root, "node_modules", ".colonnade-installed");
const node = join(root, "node_modules", ".bin", "node");

const lockfile = createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .digest("hex");
const isInstalled =
  existsSync(node) && existsSync(installed) && readFileSync(installed, "utf8") === lockfile;

if (!isInstalled) {
  process.stdout.write(
    "Installing what the lockfile names. The first time takes about a minute.\n",
  );
  const install = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: "inherit",
  });
  if (install.status !== 0) {
    process.stderr.write("The installation failed; npm says why above.\n");
    process.exit(install.status ?? 1);
  }
  writeFileSync(installed, lockfile);
}

const [script, ...rest] = process.argv.slice(2);
const child = spawn(node, [join(root, script), ...rest], {
  cwd: root,
  // The script sees by the channel that this process was killed.
  stdio: ["inherit", "inherit", "inherit", "ipc"],
  env: {
    // Every process of ours starts faster from code that an earlier one compiled.
    NODE_COMPILE_CACHE: join(root, ".cache", "node"),
    ...process.env,
    PATH: `${dirname(node)}:${process.env.PATH}`,
  },
});
process.on("SIGINT", () => child.kill("SIGINT"));
process.on("SIGTERM", () => child.kill("SIGTERM"));
// If npm is killed, this process gets no signal, only another parent.
const { ppid } = process;
const watch = setInterval(() => {
  if (process.env.npm_lifecycle_event !== undefined && process.ppid !== ppid) child.kill("SIGTERM");
}, 1000);
watch.unref();
child.on("exit", (code, signal) => {
  process.exitCode = code ?? (signal === null ? 1 : 130);
});
