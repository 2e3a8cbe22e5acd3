import { setTimeout as pause } from 'node:timers/promises';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Creator } from './creator.ts';
import { inDatabase } from './kept-data.ts';
import { startProduct, type Product } from './product.ts';

const POSTS = 12;
const people = ['ana', 'ben', 'eva'].map((name) => `${name}@connections.example`);

describe.each([
  ['by default', {}, 12],
  ['with the smallest budget', { DB_POOL: '7' }, 7],
] as const)('connections to the database %s', (_, env, most) => {
  let product: Product;
  /** The highest number of connections, by application name. */
  const seen = new Map<string, number>();
  const end = new AbortController();
  let watch = Promise.resolve();

  beforeAll(async () => {
    product = await startProduct({ fast: true, env: { COMPLIMENTARY_PREMIUM: people.join(','), ...env } });
    watch = watchConnections();
  });
  afterAll(async () => {
    end.abort();
    await watch;
    await product.close();
  });

  /** Records the product's current connections by their application name, because other products under test share the server. */
  const recordConnections = () =>
    inDatabase(product, async (client) => {
      const { rows } = await client.query<{ name: string; count: number }>(
        `select application_name as name, count(*)::int as count from pg_stat_activity
         where application_name like 'posthorn%' and datname = current_database() group by 1`,
      );
      const all = rows.reduce((sum, { count }) => sum + count, 0);
      for (const { name, count } of [...rows, { name: 'all', count: all }])
        seen.set(name, Math.max(seen.get(name) ?? 0, count));
    });

  const watchConnections = async () => {
    while (!end.signal.aborted) {
      await recordConnections();
      await pause(100);
    }
  };

  it(`publishes posts of several users at the same time with at most ${String(most)} connections`, async () => {
    const jobs = people.map(async (email) => {
      const creator = await Creator.signedIn(product, email);
      const accounts: AccountView[] = await Promise.all([
        creator.connectBluesky(),
        creator.connectMastodon(),
      ]);
      // A busy machine may take a second to read so many requests, and refuses a time that is then in the past.
      const due = { scheduledFor: new Date(Date.now() + 10_000).toISOString() };
      const replies = await Promise.all(
        Array.from({ length: POSTS }, (_, index) =>
          creator.schedule(accounts, `${email} ${String(index)}`, due),
        ),
      );
      expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: POSTS }, () => 201));
      const lists = Array.from({ length: 20 }, () => creator.client.get('/api/posts'));
      expect((await Promise.all(lists)).every(({ status }) => status === 200)).toBe(true);
      for (const { body } of replies) await creator.settled(body.id, ['posted']);
    });
    await Promise.all(jobs);
    await recordConnections();
    const all = seen.get('all') ?? 0;
    expect(all).toBeGreaterThan(0);
    const inWords = [...seen].map(([name, count]) => `${name}: ${String(count)}`).sort();
    expect({ inWords, tooMany: Math.max(0, all - most) }).toEqual({ inWords, tooMany: 0 });
  });
});
