import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EventStoreDbStore } from '@posthorn/event-store/event-store-db';
import { HAS_REAL_SERVER, startTestServer } from '@posthorn/event-store/testing/test-server';
import { DoubleLog } from '@posthorn/event-store/testing/wire-double/double-log';
import { inParallel } from './at-rate.ts';
import type { StoredStory } from './post-facts.ts';

const MAIN = fileURLToPath(import.meta.resolve('@posthorn/event-store/testing/wire-double/main'));

/** How figures name what was measured: the double tells what the adapter costs, not what a server can do. */
export const CLIENT = HAS_REAL_SERVER ? 'client on a server' : 'client on the double';

export type BenchServer = Readonly<{
  url: string;
  /** Puts stories into its log. */
  hold: (stories: readonly StoredStory[]) => Promise<void>;
}>;

/** Works on a server of its own: that of `EVENTSTORE_TEST_COMMAND`, else a wire double with a journal in `dataDir`. */
export async function withEventStore(
  dataDir: string,
  work: (server: BenchServer) => Promise<void>,
): Promise<void> {
  if (HAS_REAL_SERVER) await onServer(work);
  else await onDouble(join(dataDir, 'double.ndjson'), work);
}

async function onServer(work: (server: BenchServer) => Promise<void>): Promise<void> {
  const server = await startTestServer();
  try {
    await work({
      url: server.url,
      hold: async (stories) => {
        const store = new EventStoreDbStore(server.url);
        await inParallel(stories, 32, ({ stream, events }) =>
          store.append(stream, events, { expected: 'noStream' }),
        );
        await store.close();
      },
    });
  } finally {
    await server.close();
  }
}

async function onDouble(journal: string, work: (server: BenchServer) => Promise<void>): Promise<void> {
  let double = await startDouble(journal, 0);
  const { url, port } = double;
  try {
    await work({
      url,
      hold: async (stories) => {
        // Into its journal directly: one append each over the wire would take half a minute.
        await double.stop();
        write(journal, stories);
        double = await startDouble(journal, port);
      },
    });
  } finally {
    await double.stop();
  }
}

function write(journal: string, stories: readonly StoredStory[]): void {
  const log = new DoubleLog(journal);
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
}

/** The wire double as a process of its own, so that it does not take turns with what is measured. */
async function startDouble(journal: string, port: number) {
  const child = spawn(
    process.execPath,
    ['--conditions=posthorn', '--no-warnings', MAIN, '--port', String(port), '--journal', journal],
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
    port: Number(/:(\d+)/u.exec(url.slice('esdb://'.length))?.[1]),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
