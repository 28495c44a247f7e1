import type { Config } from "@colonnade/domain/config.ts";
import type { Logger } from "pino";
import type { Database } from "./db/database.ts";
import { makeDailyDump } from "./dump/daily.ts";
import { removeOldestLinkedImages } from "./images/linked-images.ts";
import { publishImages, unpinImages } from "./images/publish.ts";
import { removeUnusedImages } from "./images/removal.ts";
import { dropOldQuarantined } from "./indexer/quarantine.ts";
import { createContactMail } from "./mail/contact-mail.ts";
import type { GapProgress } from "./monitoring/index-status.ts";
import type { WarnOfTrouble } from "./monitoring/log.ts";

/**
 * Tasks that only the leader runs, again and again: it asks the node, drops old quarantined blocks, tends the images,
 * makes the daily dump and sends mail.
 */
export interface LeaderTasks {
  /** Runs each task now. A task that is running runs again after that. */
  wake(): void;
  stop(): Promise<void>;
}

interface LeaderTasksOptions {
  config: Config;
  database: Database;
  isLeading: () => boolean;
  askNode: () => Promise<void>;
  /** Milliseconds from the end of one run to the start of the next. */
  pause: number;
  /** Ends requests to the node. */
  stopping: AbortSignal;
  progress: Readonly<GapProgress>;
  log: Logger;
  warnOfTrouble: WarnOfTrouble;
}

/** Milliseconds. Finding the oldest images of other hosts reads the whole index of them. */
const LINKED_IMAGES_PAUSE = 60_000;

/** Starts the tasks that the settings ask for. */
export function startLeaderTasks(options: LeaderTasksOptions): LeaderTasks {
  const { config, database, isLeading, askNode, pause, stopping, progress, log } = options;
  const { warnOfTrouble } = options;
  const { kuboUrl, smtpUrl, contactTo } = config;
  /** @param kind what the log says when the task fails */
  const whileLeading = (task: () => Promise<void>, kind: string, every = pause) =>
    repeat(
      every,
      async () => isLeading() && task(),
      (error) => {
        // What the stop has ended says nothing of the node or the database.
        if (!stopping.aborted) warnOfTrouble({ err: error }, kind);
      },
    );

  const tasks = [
    whileLeading(askNode, "the node could not be asked"),
    whileLeading(
      () => dropOldQuarantined({ database, log }),
      "old quarantined blocks could not be dropped",
    ),
    whileLeading(
      () => tendImages(database, kuboUrl, log),
      "images wait to be published or removed",
    ),
    whileLeading(
      () => removeOldestLinkedImages(database),
      "images of other hosts wait to be removed",
      Math.max(pause, LINKED_IMAGES_PAUSE),
    ),
    whileLeading(
      () => makeDailyDump({ config, database, progress, stopping, log }),
      "the daily dump could not be made",
    ),
  ];
  const mail =
    smtpUrl === undefined || contactTo === undefined
      ? null
      : createContactMail({ database, smtpUrl, contactTo, log });
  if (mail !== null) tasks.push(whileLeading(mail.send, "contact messages wait to be mailed"));

  return {
    wake() {
      for (const task of tasks) task.wake();
    },
    async stop() {
      await Promise.all(tasks.map((task) => task.stop()));
      mail?.close();
    },
  };
}

/** Removes unused images, and brings IPFS up to date. One after the other: an image may be uploaded again. */
async function tendImages(
  database: Database,
  kuboUrl: string | undefined,
  log: Logger,
): Promise<void> {
  await removeUnusedImages(database, log);
  if (kuboUrl === undefined) return;
  await publishImages(database, kuboUrl, log);
  await unpinImages(database, kuboUrl, log);
}

/**
 * Runs a task now and again and again, never twice at once.
 * @param pause milliseconds from the end of one run to the start of the next
 */
function repeat(
  pause: number,
  task: () => Promise<unknown>,
  onError: (error: unknown) => void,
): LeaderTasks {
  let isStopped = false;
  let isRunning = false;
  let isWanted = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    isRunning = true;
    isWanted = false;
    running = task()
      .catch(onError)
      .then(() => {
        isRunning = false;
        if (isStopped) return;
        if (isWanted) run();
        else timer = setTimeout(run, pause);
      });
  };
  run();
  return {
    wake() {
      if (isStopped) return;
      isWanted = true;
      if (isRunning) return;
      clearTimeout(timer);
      run();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
