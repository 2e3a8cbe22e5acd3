import { globSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { EntitySchema } from '@mikro-orm/postgresql';
import { Client } from 'pg';
import { repositoryRoot } from '#infrastructure/config/repository-root.ts';
import type { Database } from '#infrastructure/database/database.ts';
import { oneConnection, openOrm } from '#infrastructure/database/orm.ts';
import { openTestDatabase } from '#infrastructure/testing/database.ts';

/** Tables without an entity, and the reasons: docs/adr/0016-entities-describe-tables-kysely-makes-statements.md. */
const WITHOUT_ENTITY = {
  'a transaction of several statements under a lock changes them': [
    'external.webhook',
    'external.webhook_secret',
    'identity.api_token',
    'identity.handle',
    'identity.resting_handle',
    'integrations.account_key',
    'integrations.picture_file',
    'link_tree.banner_file',
    'media.attachment',
    'media.draft_file',
    'media.file',
    'media.incoming',
    'media.removal',
    'media.upload_key',
    'media.usage',
    'scheduling.draft',
  ],
  'statements over many rows count, claim or lease them': [
    'analytics.measured_account',
    'analytics.measured_publication',
    'analytics.term_bucket',
    'analytics.term_turn',
    'billing.night',
    'billing.stripe_event',
    'effects.bucket',
    'effects.farewell',
    'effects.turn',
    'external.delivery',
    'identity.notice',
    'identity.erasure',
    'inbox.ai_use',
    'inbox.auto_reply_claim',
    'inbox.comment_key',
    'inbox.delivery',
    'inbox.reading_cost',
    'inbox.source',
    'inbox.watched_post',
    'integrations.credential',
    'integrations.picture_fetch',
    'integrations.remote_post',
    'integrations.webhook_subscription',
    'link_tree.click_count',
    'link_tree.click_hour',
    'link_tree.click_turn',
    'publishing.home',
    'publishing.turn',
  ],
  'a single row that special statements read and write': [
    'billing.ladder_start',
    'media.listing',
    'publishing.hold',
    'scheduling.zone_data',
  ],
  'they store the positions of the readers of the log': [
    'runner.checkpoint',
    'runner.installation',
    'runner.log_identity',
    'runner.log_seen',
  ],
  'a library writes them': ['edge.rate_limit', 'public.migration'],
};

let database: Database;
let tables: string[];
let entities: EntitySchema[];

beforeAll(async () => {
  database = await openTestDatabase();
  const { rows } = await database.pool.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema', 'es', 'read')
     order by 1`,
  );
  tables = rows.map(({ name }) => name);
  const sources = join(repositoryRoot(), 'backend/src');
  const files = globSync('**/*.entity.ts', { cwd: sources });
  const modules = await Promise.all(files.map((file) => import(join(sources, file))));
  entities = modules.flatMap((exported: object) =>
    Object.values(exported).filter((value): value is EntitySchema => value instanceof EntitySchema),
  );
});
afterAll(() => database.close());

it('has an entity for each table, or WITHOUT_ENTITY gives a reason', () => {
  const withEntity = entities.map((entity) => {
    const { schema = 'public', tableName } = entity.init().meta;
    return `${schema}.${tableName}`;
  });
  expect([...withEntity, ...Object.values(WITHOUT_ENTITY).flat()].sort()).toEqual(tables);
});

it('has no table or column in an entity that no migration has created', async () => {
  const client = new Client(database.url);
  await client.connect();
  const orm = openOrm(database.url, oneConnection(client));
  const tablesWithoutEntity = Object.values(WITHOUT_ENTITY).flat();
  orm.config.set('schemaGenerator', {
    ...orm.config.get('schemaGenerator'),
    skipTables: tablesWithoutEntity.map((name) => name.slice(name.indexOf('.') + 1)),
  });
  orm.discoverEntity(entities);
  try {
    expect(await orm.schema.getUpdateSchemaSQL({ dropTables: false })).toBe('');
  } finally {
    await orm.close(true);
    await client.end();
  }
});
