import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Pool, type ClientBase } from 'pg';
import { PersonalKeys } from '#infrastructure/event-log/personal-keys.ts';
import { RowErasure } from '#infrastructure/personal-data/erasure/row-erasure.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { CorpusKeys, fixturesIn, readCorpus } from './golden-corpus.ts';
import { PRODUCT_MODULES } from './product-streams.ts';
import { SentStatements } from './sent-statements.ts';
import { writtenStatements } from './written-statements.ts';

/**
 * `where`: the file and the line, or `sent` for one that the product has sent. `values`: those of the first call; null if it was not sent.
 * `name`: see `SentStatement`.
 */
export type ProductStatement = Readonly<{
  where: string;
  text: string;
  values: readonly unknown[] | null;
  name: string | null;
}>;

export type ProductStatements = Readonly<{
  /** The database of the product that has sent the statements. */
  pool: Pool;
  databaseUrl: string;
  statements: readonly ProductStatement[];
  /** Where the sources build a statement from values that only a running process knows. */
  unknown: readonly string[];
  close(): Promise<void>;
}>;

const PERSON = '6b1f3c0a-5e0b-4c1e-9d55-0c7f2f9b7a10';
const PAGES = [
  ...[
    '/api/posts',
    '/api/posts?status=scheduled',
    '/api/posts?search=bread',
    '/api/posts/summary',
    '/api/posts/7',
    '/api/calendar?from=2030-01-01T00:00:00Z&to=2030-02-01T00:00:00Z&accounts=1',
    '/api/drafts',
  ],
  ...['/api/posts/7/history', '/api/comments', '/api/comments?search=bread', '/api/comments/summary'],
  ...['/api/connected-accounts', '/api/accounts', '/api/notices', '/api/link-page', '/api/inbox/settings'],
];

/** Statements that find rows of a user, account, post or comment. */
export const BY_PERSON = /\b(?:\w+_)?(?:owner|user|account|post|comment)_id"?\s*(?:=|<>|in\b)/iu;

/** Files with a statement that reads a whole table although it compares such a column, by reason. */
const READS_ALL: Readonly<Record<string, readonly string[]>> = {
  'a metric about all accounts, for monitoring': [
    'backend/src/modules/analytics/effects/metrics-polls/overdue-polls.ts',
  ],
};
const EXCEPTIONS = Object.values(READS_ALL).flat();

/** Whether `READS_ALL` lists a file that contains this statement. */
export const readsWholeTable = (
  { statements }: Pick<ProductStatements, 'statements'>,
  { where, text }: Pick<ProductStatement, 'where' | 'text'>,
): boolean =>
  [where, ...statements.filter((other) => other.text === text).map((other) => other.where)].some((each) =>
    EXCEPTIONS.some((file) => each.startsWith(`${file}:`)),
  );

/**
 * Starts the product with an event of each stored type and version, requests pages and erases a user. Returns the statements that it sent, and
 * those in the sources.
 */
export async function productStatements(): Promise<ProductStatements> {
  const store = new InMemoryEventStore();
  const bindings = [{ provide: PersonalKeys, useValue: new KeptKeys() }];
  const product = await boot(PRODUCT_MODULES, { store, database: true, bindings });
  const recording = new SentStatements();
  for (const { stream, revision, id, type, data, meta } of fixturesIn(readCorpus()))
    await store.append(stream, [{ id, type, data, meta }], {
      expected: revision === 0 ? 'noStream' : BigInt(revision - 1),
    });
  await product.catchUp();
  for (const page of PAGES) await requestPage(product, page);
  await product.app.get(RowErasure).erase(PERSON);
  await product.app.get(RowErasure).left(PERSON);
  // Housekeeping would delete rows that callers add to the tables.
  const scheduler = product.app.get(SchedulerRegistry);
  for (const name of scheduler.getIntervals()) scheduler.deleteInterval(name);
  const sent = recording.end().map((statement) => ({ ...statement, where: 'sent' }));
  const written = await writtenStatements();
  return {
    pool: product.app.get(Pool),
    databaseUrl: product.database?.url ?? '',
    statements: [
      ...sent,
      ...written.flatMap(({ where, text }) =>
        text === null ? [] : [{ where, text, values: null, name: null }],
      ),
    ],
    unknown: written.flatMap(({ where, text }) => (text === null ? [where] : [])),
    close: () => product.close(),
  };
}

/** Keeps the keys: a deleted key would make the events of the corpus unreadable. */
class KeptKeys extends CorpusKeys {
  override destroy(): Promise<void> {
    return Promise.resolve();
  }
}

async function requestPage({ url }: Booted, page: string): Promise<void> {
  const { status } = await fetch(url + page, {
    headers: { 'x-test-user': PERSON, connection: 'close' },
  });
  if (status !== 200) throw new Error(`${page} answered ${String(status)}`);
}

/** Lets this connection find the tables of read models without their schemas, as readers do. */
export async function searchReadModels(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname like 'rm\\_%'`,
  );
  await client.query(`set search_path to ${rows.map(({ name }) => name).join(', ')}, public`);
}
