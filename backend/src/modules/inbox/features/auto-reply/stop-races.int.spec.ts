import { EventStoreDbStore } from '@posthorn/event-store/event-store-db';
import { PostgresEventStore } from '@posthorn/event-store/postgres-event-store';
import { WireCluster } from '@posthorn/event-store/testing/wire-double/wire-cluster';
import type { EventStore } from '@posthorn/event-sourcing/event-store';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppendOutcomes } from '#infrastructure/event-log/append-outcomes.ts';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import { EventCodec } from '#infrastructure/event-log/event-codec.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { PositionContext } from '#infrastructure/event-log/position-context.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { MemoryPersonalKeys } from '#infrastructure/testing/memory-personal-keys.ts';
import { openTestDatabase } from '#infrastructure/testing/database.ts';
import { AutoReplyWasSent } from '../../domain/comment/inbox.errors.ts';
import { commentStream, type Comment } from '../../domain/comment/comment.ts';
import type { CommentEvent } from '../../domain/comment/comment-events.ts';
import { stopAutoReply } from '../../domain/comment/replying.ts';
import { id, now, requested, seen, started } from '../../domain/comment/testing/comment-samples.ts';

const RACES = 10;
const cause = { actor: { kind: 'user', id: 'ana' }, correlationId: 'spec', causationId: 'spec' } as const;

const LOGS: readonly (readonly [
  string,
  () => Promise<Readonly<{ store: EventStore; close: () => Promise<void> }>>,
])[] = [
  [
    'the Postgres log',
    async () => {
      const database = await openTestDatabase();
      const store = new PostgresEventStore(database.pool);
      const close = async () => {
        await store.close();
        await database.close();
      };
      return { store, close };
    },
  ],
  [
    'an EventStoreDB',
    async () => {
      const cluster = await WireCluster.start();
      const store = new EventStoreDbStore(cluster.url);
      const close = async () => {
        await store.close();
        cluster.close();
      };
      return { store, close };
    },
  ],
];

describe.each(LOGS)('on %s', (_, open) => {
  let log: Awaited<ReturnType<typeof open>>;
  let writer: StreamWriter;
  const causes = new CauseContext();
  beforeAll(async () => {
    log = await open();
    const catalog = new EventCatalog();
    catalog.add(commentStream);
    const codec = new EventCodec(catalog, new MemoryPersonalKeys());
    const clock = new FixedClock(now(40));
    const reader = new EventReader(log.store, codec);
    const outcomes = new AppendOutcomes(clock);
    writer = new StreamWriter(log.store, reader, codec, causes, clock, new PositionContext(), outcomes);
  }, 60_000);
  afterAll(() => log.close());

  it('either stops the reply or finds its attempt, never both', async () => {
    for (let comment = 1; comment <= RACES; comment += 1) {
      const decide = (decision: (state: Comment) => readonly CommentEvent[]) =>
        causes.run(cause, () => writer.decide(commentStream, comment, decision));
      await decide(seen());
      await decide(requested(10, { kind: 'ai' }));
      const stop = () => decide((state) => stopAutoReply(state, id, now(40)));
      const attempt = () => decide(started(20));
      const [first, second] = comment % 2 === 0 ? [stop, attempt] : [attempt, stop];
      const results = await Promise.allSettled([first(), second()]);
      const { state } = await decide(() => []);
      const { status } = state.reply?.effect ?? {};
      const refused = results.filter((result) => result.status === 'rejected');
      if (status === 'cancelled') expect([refused, state.reply?.effect.attempt]).toEqual([[], null]);
      else {
        expect(status).toBe('attempting');
        expect(refused.map(({ reason }: PromiseRejectedResult) => reason as unknown)).toEqual([
          expect.any(AutoReplyWasSent),
        ]);
      }
    }
  }, 60_000);
});
