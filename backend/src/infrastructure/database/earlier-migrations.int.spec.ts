import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { EventMeta } from '@posthorn/event-sourcing/event-store';
import { WireDouble } from '@posthorn/event-store/testing/wire-double/wire-double';
import { Client } from 'pg';
import { openLog } from '#infrastructure/event-log/open-log.ts';
import { repositoryRoot } from '#infrastructure/config/repository-root.ts';
import { openTestDatabase } from '../testing/database.ts';
import { migrate, type Database } from './database.ts';
import { EARLIER_NAMES, SAME_TABLES } from './earlier-migrations.ts';
import { migrations } from './migrations.ts';
import { oneConnection, openOrm } from './orm.ts';

const AT = '2026-11-26T04:21:36Z';
const SINCE = migrations.map(({ name }) => name).filter((name) => !SAME_TABLES.includes(name));
/** The tables that the 48 migrations of commit 6d78ebe9 created. */
const TABLES = join(repositoryRoot(), 'backend', 'fixtures', 'tables-6d78ebe9.txt');
/** Everything that migrations create, as text from PostgreSQL. */
const DESCRIPTION = `
  with ours as (select oid, nspname from pg_namespace where nspname !~ '^pg_' and nspname not in ('information_schema', 'public'))
  select line from (
    select format('%s %s.%s (%s)', case relkind when 'v' then 'view' else 'table' end, nspname, relname, (
      select string_agg(concat_ws(' ', attname, format_type(atttypid, atttypmod),
        case when attcollation not in (0, 100) then 'collate ' || attcollation::regcollation::text end,
        case when attnotnull then 'not null' end, 'identity ' || nullif(attidentity::text, ''),
        'default ' || pg_get_expr(adbin, adrelid)), ', ' order by attnum)
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = c.oid and attnum > 0 and not attisdropped)) as line
    from pg_class c join ours on ours.oid = relnamespace where relkind in ('r', 'v')
    union all
    select format('constraint %s.%s on %s: %s', nspname, conname, conrelid::regclass, pg_get_constraintdef(k.oid))
    from pg_constraint k join ours on ours.oid = connamespace where contype <> 'n'
    union all
    select indexdef from pg_indexes where schemaname in (select nspname from ours)
    union all
    select format('view %s as %s', c.oid::regclass, pg_get_viewdef(c.oid))
    from pg_class c join ours on ours.oid = relnamespace where relkind = 'v'
    union all
    select format('sequence %s', c.oid::regclass)
    from pg_class c join ours on ours.oid = relnamespace where relkind = 'S'
    union all
    select pg_get_functiondef(p.oid) from pg_proc p join ours on ours.oid = pronamespace
    union all
    select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = tgrelid join ours on ours.oid = relnamespace
    where not tgisinternal
    union all
    select format('extension %s', extname) from pg_extension
    union all
    select format('schema %s', nspname) from ours
    union all
    select format('rows of %s: %s', name, rows) from (
      select 'billing.night' as name, (select jsonb_agg(to_jsonb(t) - 'due_at') from billing.night t) as rows
      union all select 'link_tree.click_turn', (select jsonb_agg(to_jsonb(t) - 'due_at') from link_tree.click_turn t)
      union all select 'analytics.term_turn', (select jsonb_agg(to_jsonb(t) - 'due_at') from analytics.term_turn t)
      union all select 'media.listing', (select jsonb_agg(to_jsonb(t) - 'due_at') from media.listing t)) first_rows
  ) described order by line collate "C"`;

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase({ migrated: false });
  await install();
});
afterEach(() => database.close());

/** Creates a database of commit 6d78ebe9. */
async function install(): Promise<void> {
  const client = new Client(database.url);
  await client.connect();
  const orm = openOrm(database.url, oneConnection(client));
  await orm.migrator.up({ migrations: [...SAME_TABLES] });
  await orm.close(true);
  await client.end();
  await database.pool.query('truncate migration');
  await database.pool.query('insert into migration (name) select unnest($1::text[])', [EARLIER_NAMES]);
}

async function description({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ line: string }>(DESCRIPTION);
  return rows.map(({ line }) => `${line.replaceAll(/\s+/gu, ' ')}\n`).join('');
}

async function recordedNames(): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ name: string }>('select name from migration');
  return rows.map(({ name }) => name);
}

it('creates the tables of commit 6d78ebe9', async () => {
  expect(await description(database)).toBe(readFileSync(TABLES, 'utf8'));
});

it('adds later tables only once when two processes start together, and then has the tables of a new database', async () => {
  const done = await Promise.all([migrate(database), migrate(database)]);
  expect(done.flat()).toEqual(SINCE);
  expect(done).toContainEqual([]);
  expect(await database.orm.migrator.getPending()).toEqual([]);
  const fresh = await openTestDatabase({ migrated: false });
  try {
    await migrate(fresh);
    expect(await description(database)).toBe(await description(fresh));
  } finally {
    await fresh.close();
  }
});

it('keeps the migration names that the release of 6d78ebe9 needs to start again', async () => {
  await migrate(database);
  await migrate(database);
  const names = await recordedNames();
  for (const name of EARLIER_NAMES) expect(names).toContain(name);
  expect(new Set(names).size).toBe(names.length);
});

it('refuses a database with only some tables of the earlier release, and says what to do', async () => {
  await database.pool.query(`delete from migration where name >= '700'`);
  const before = await recordedNames();
  await expect(migrate(database)).rejects.toThrow(
    'An earlier release has made only a part of the tables of this database: 3 of its 48 migrations are missing, the first is 700-analytics. Start the release of commit 6d78ebe9 on it once, which makes the others, then this one.',
  );
  expect(await recordedNames()).toEqual(before);
});

it.each(['the database', 'EventStoreDB'])(
  'opens a log in %s that is older than the migrations, and appends to it',
  async (where) => {
    const server = where === 'EventStoreDB' ? await new WireDouble().start() : null;
    const open = async () => (await openLog({ eventStoreUrl: server?.url ?? null }, database)).store;
    const event = () => ({ id: randomUUID(), type: 'Worked', data: {}, meta: { at: AT } as EventMeta });
    try {
      const earlier = await open();
      await earlier.append('work-1', [event()], { expected: 'noStream' });
      const head = await earlier.head();
      await earlier.close();
      await migrate(database);
      const store = await open();
      expect(await store.head()).toBe(head);
      await store.append('work-1', [event()], { expected: 0n });
      await store.close();
    } finally {
      server?.close();
    }
  },
);
