import { EventStoreDbStore } from '@posthorn/event-store/event-store-db';
import { Client } from 'pg';
import type { Product } from './product.ts';

/** An event as the log stores it, with encrypted personal fields. */
export type RecordedEvent = Readonly<{ stream: string; type: string; text: string }>;

/** All events of either event log, oldest first. */
export async function recordedEvents(product: Product): Promise<RecordedEvent[]> {
  const { eventStore } = product;
  if (eventStore?.double) {
    const { log } = eventStore.double;
    return log
      .forwards(0n, log.length)
      .filter(({ type }) => !type.startsWith('$'))
      .map(({ stream, type, data, metadata }) => ({
        stream,
        type,
        text: `${data.toString()} ${metadata.toString()}`,
      }));
  }
  if (eventStore) return eventsOnServer(eventStore.url);
  return inDatabase(product, async (client) => {
    const sql = `select stream, type, data::text || ' ' || meta::text as text from es.events order by position`;
    return (await client.query<RecordedEvent>(sql)).rows;
  });
}

async function eventsOnServer(url: string): Promise<RecordedEvent[]> {
  const store = new EventStoreDbStore(url);
  try {
    const found: RecordedEvent[] = [];
    for await (const { stream, type, data, meta } of store.readAll({}))
      found.push({ stream, type, text: `${JSON.stringify(data)} ${JSON.stringify(meta)}` });
    return found;
  } finally {
    await store.close();
  }
}

/** Whether the pictures of all connected accounts are fetched, or wait for another try. Workers fetch them a moment after an account is connected. */
export async function picturesAreFetched(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from integrations.picture_fetch where due_at < now() + interval '10 seconds'`,
  );
  return rowCount === 0;
}

/** Every row of every table, keyed by the table's name. */
export function allRows(product: Product): Promise<Map<string, string[]>> {
  return inDatabase(product, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    );
    const dump = new Map<string, string[]>();
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
      dump.set(
        name,
        rows.map(({ row }) => row),
      );
    }
    return dump;
  });
}

/** Tables that workers change in the background, and the time zone data of this machine. */
const CHANGING_TABLES = [
  'inbox.source',
  'inbox.watched_post',
  'media.listing',
  'publishing.home',
  'publishing.turn',
  'scheduling.zone_data',
];

/**
 * The state that requests can change, in comparable form: events, and rows that no projection writes.
 * Leaves out tables that change without a request.
 */
export const keptState = (product: Product): Promise<Readonly<Record<string, unknown>>> =>
  inDatabase(product, (client) => keptStateOver(client, product));

/** Like `keptState`, but over an open connection, for specs with thousands of reads. */
export async function keptStateOver(
  client: Client,
  product: Product,
): Promise<Readonly<Record<string, unknown>>> {
  const { eventStore } = product;
  const text = statementOf.get(client) ?? (await stateStatement(client, !eventStore));
  statementOf.set(client, text);
  // The server parses and plans a statement with a name only once for each connection.
  const found = await client.query<{ name: string; text: string | null }>({ name: 'kept-state', text });
  const events = eventStore && (await recordedEvents(product)).map(({ stream, type }) => `${stream} ${type}`);
  return {
    ...(events && { events }),
    ...Object.fromEntries(found.rows.map((row) => [row.name, row.text])),
  };
}

/** Statements that read the kept state. A product under test creates no tables after its start. */
const statementOf = new WeakMap<Client, string>();

async function stateStatement(client: Client, withEvents: boolean): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('external', 'identity', 'inbox', 'integrations', 'media', 'publishing', 'scheduling', 'vault')
         and format('%I.%I', schemaname, tablename) <> all ($1)`,
    [CHANGING_TABLES],
  );
  // Every request updates `last_seen_at`, even a refused one.
  const queries = rows.map(
    ({ name }) => `select '${name}' as name,
         (select string_agg((to_jsonb(t) - 'last_seen_at')::text, e'\\n' order by t::text) from ${name} t) as text`,
  );
  const events = `select 'events', (select string_agg(stream || ' ' || type, e'\\n' order by position) from es.events)`;
  return [...queries, ...(withEvents ? [events] : [])].join(' union all ');
}

export async function inDatabase<Result>(
  product: Product,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: await product.databaseUrl() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
