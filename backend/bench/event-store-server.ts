import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EventStoreDbStore } from '@posthorn/event-store/event-store-db';
import { HAS_REAL_SERVER, startTestServer, type TestServer } from '@posthorn/event-store/testing/test-server';
import { DoubleLog } from '@posthorn/event-store/testing/wire-double/double-log';
import { inParallel } from './at-rate.ts';
import type { StoredStory } from './post-stories.ts';

const MAIN = fileURLToPath(import.meta.resolve('@posthorn/event-store/testing/wire-double/main'));

/** The name of the log in figures. With the double, the figures show the cost of the adapter, and not of a server. */
export const CLIENT = HAS_REAL_SERVER ? 'client on a server' : 'client on the double';

export type BenchServer = Readonly<{
  url: string;
  /** Writes stories to the server's log. */
  writeStories: (stories: readonly StoredStory[]) => Promise<void>;
}>;

/**
 * Runs `work` with a server: the server of `EVENTSTORE_TEST_COMMAND`, or else a wire double with a journal in `dataDir`.
 * @param o.delay milliseconds that the double waits before each response, to simulate the network of a real server
 */
export async function withEventStore(
  dataDir: string,
  work: (server: BenchServer) => Promise<void>,
  { delay = 0 }: Readonly<{ delay?: number }> = {},
): Promise<void> {
  const journal = join(dataDir, 'double.ndjson');
  // The double runs in a separate process, so that it does not compete with the measured code.
  const double = `'${process.execPath}' --no-warnings '${MAIN}' --port {port} --journal '${journal}' --delay ${String(delay)}`;
  const server = await startTestServer(HAS_REAL_SERVER ? undefined : double);
  try {
    await work({
      url: server.url,
      writeStories: (stories) =>
        HAS_REAL_SERVER ? append(server, stories) : writeJournal(server, journal, stories),
    });
  } finally {
    await server.close();
  }
}

async function append({ url }: TestServer, stories: readonly StoredStory[]): Promise<void> {
  const store = new EventStoreDbStore(url);
  await inParallel(stories, 32, ({ stream, events }) =>
    store.append(stream, events, { expected: 'noStream' }),
  );
  await store.close();
}

/** Writes to the journal directly, because separate appends over the wire would take half a minute. */
async function writeJournal(
  server: TestServer,
  journal: string,
  stories: readonly StoredStory[],
): Promise<void> {
  await server.stop();
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
  await server.start();
}
