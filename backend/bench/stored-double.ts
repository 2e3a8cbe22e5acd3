import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DoubleLog } from '@posthorn/event-store/testing/wire-double/double-log';
import type { StoredStory } from './post-facts.ts';

const MAIN = fileURLToPath(import.meta.resolve('@posthorn/event-store/testing/wire-double/main'));

export type RunningDouble = Readonly<{ url: string; stop(): Promise<void> }>;

/**
 * Works on a wire double that holds these stories. They are put into its journal directly: one append each over the
 * wire would take half a minute.
 */
export async function withDouble(
  dataDir: string,
  stories: readonly StoredStory[],
  work: (url: string) => Promise<void>,
): Promise<void> {
  const log = new DoubleLog(journalIn(dataDir));
  for (const { stream, events } of stories) {
    const proposed = events.map(({ id, type, data, meta }) => ({
      id,
      type,
      contentType: 'application/json',
      data: Buffer.from(JSON.stringify(data)),
      metadata: Buffer.from(JSON.stringify(meta)),
    }));
    log.append(stream, -1n, proposed);
  }
  log.close();
  const double = await startDouble(dataDir);
  try {
    await work(double.url);
  } finally {
    await double.stop();
  }
}

/** The wire double as a process of its own, so that it does not take turns with what is measured. */
export async function startDouble(dataDir: string): Promise<RunningDouble> {
  const child = spawn(
    process.execPath,
    ['--conditions=posthorn', '--no-warnings', MAIN, '--port', '0', '--journal', journalIn(dataDir)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      resolve();
    });
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const found = /esdb:\/\/\S+/u.exec(text)?.[0];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => {
      reject(new Error('The wire double did not start.'));
    });
  });
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const journalIn = (dataDir: string): string => join(dataDir, 'double.ndjson');
