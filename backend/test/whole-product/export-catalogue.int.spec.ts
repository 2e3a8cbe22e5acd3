import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '#infrastructure/database/database.ts';
import { ExportRegistry } from '#infrastructure/readers/export-registry.ts';
import { schemaOf } from '#infrastructure/personal-data/export/json-file.ts';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import { ProjectionRegistry } from '#infrastructure/readers/projection-registry.ts';
import { repositoryRoot } from '#infrastructure/config/repository-root.ts';
import { openTestDatabase } from '#infrastructure/testing/database.ts';
import { actionNames } from '#modules/scheduling/domain/publication/actions.ts';
import { productModules } from './testing/product-streams.ts';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';

/** Tables that an export leaves out, by reason. Each new table must be here, or a module must export it. */
const NOT_EXPORTED = {
  'its rows give access to an account, or are encrypted secrets': [
    'edge.oauth_answer',
    'edge.oauth_flow',
    'effects.farewell',
    'external.webhook_secret',
    'identity.account_export',
    'identity.secret',
    'identity.sign_in_link',
    'integrations.account_choice',
    'integrations.credential',
    'integrations.server_app',
    'integrations.upload_address',
    'vault.subject_key',
  ],
  'digests of texts that account.json, accounts.json and comments.json contain': [
    'identity.email',
    'identity.provider_identity',
    'inbox.comment_key',
  ],
  'copies of exported rows, for other lookups': [
    'external_event',
    'external_event_past',
    'identity.username',
    'inbox_comment_words',
    'inbox_group',
    'inbox_post',
    'inbox_publication',
    'integrations.picture_file',
    'integrations.remote_post',
    'link_tree.banner_file',
    'link_tree_account',
    'link_tree_post',
    'media.attachment',
    'media.draft_file',
    'media.usage',
    'scheduling_lost_account',
    'scheduling_quota_slot',
  ],
  'pending work, whose result is in the history later': [
    'api_token_mail_due',
    'billing_checkout_due',
    'billing_mail_due',
    ...actionNames,
    'external.delivery',
    'inbox.auto_reply_claim',
    'inbox.source',
    'inbox.watched_post',
    'integrations.lent_media',
    'integrations.picture_fetch',
    'integrations.webhook_subscription',
    'media.incoming',
    'media.upload_key',
    'inbox_auto_due',
    'inbox_moderation_due',
    'inbox_reply_due',
    'inbox_reply_sent',
    'notice_mail_due',
    'publishing_due',
    'readiness_check',
    'remote_deletion',
    'webhook_mail_due',
    'scheduling.idempotency_key',
  ],
  'counts for limits and costs, which expire': ['edge.rate_limit', 'inbox.ai_use'],
  'data of an erased user, who has nothing to export': ['identity.erasure', 'identity.resting_handle'],
  'no data of a user': [
    'analytics.term_turn',
    'billing.ladder_start',
    'billing.night',
    'billing.stripe_event',
    'effects.bucket',
    'effects.turn',
    'inbox.delivery',
    'inbox.reading_cost',
    'link_tree.click_turn',
    'media.listing',
    'media.removal',
    'public.migration',
    'publishing.home',
    'publishing.hold',
    'publishing.turn',
    'runner.checkpoint',
    'runner.installation',
    'runner.log_identity',
    'runner.log_seen',
    'scheduling.zone_data',
  ],
};

/** Categories of streams that an export leaves out, by reason. */
const NO_EVENTS = { 'data of an erased user, who has nothing to export': ['erasure'] };

let database: Database;
const exports = new ExportRegistry();
const projections = new ProjectionRegistry();
const catalog = new EventCatalog();

beforeAll(async () => {
  database = await openTestDatabase();
  await productModules(
    { provide: ExportRegistry, useValue: exports },
    { provide: ProjectionRegistry, useValue: projections },
    { provide: EventCatalog, useValue: catalog },
  );
}, 60_000);
afterAll(() => database.close());

it('exports each table of the product, or NOT_EXPORTED gives a reason', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema', 'es', 'read')`,
  );
  const readModels = projections.all().flatMap(({ tables }) => Object.keys(tables));
  const exported = exports.all().flatMap(({ tables }) => tables);
  const named = [...exported, ...Object.values(NOT_EXPORTED).flat()];
  expect(named.sort()).toEqual([...rows.map(({ name }) => name), ...readModels].sort());
});

it('exports the events of each category of streams, or NO_EVENTS gives a reason', () => {
  const exportedCategories = exports.all().flatMap(({ categories }) => categories);
  expect([...exportedCategories, ...Object.values(NO_EVENTS).flat()].sort()).toEqual(catalog.categories());
});

it('describes every field of every file in docs/export.md', async () => {
  const docs = await readFile(join(repositoryRoot(), 'docs', 'export.md'), 'utf8');
  const files = exports.files();
  const described = files.map((file) =>
    [`### ${file.name}`, '', file.about, '', ...describedFields(schemaOf(file))].join('\n'),
  );
  for (const section of described) expect(docs).toContain(section);
});

type Schema = JsonObject &
  Readonly<{
    description?: string;
    properties?: Readonly<Record<string, Schema>>;
    items?: Schema;
    anyOf?: readonly Schema[];
  }>;

/** Returns one line of a list for each field of a schema: "- `posts[].title`: Its title." */
function describedFields(schema: JsonObject, path = ''): readonly string[] {
  const { properties, items, anyOf } = schema as Schema;
  const own = Object.entries(properties ?? {}).flatMap(([name, field]) => {
    const fieldPath = path === '' ? name : `${path}.${name}`;
    return [`- \`${fieldPath}\`: ${field.description ?? ''}`, ...describedFields(field, fieldPath)];
  });
  const ofItems = items ? describedFields(items, `${path}[]`) : [];
  return [...own, ...ofItems, ...(anyOf ?? []).flatMap((either) => describedFields(either, path))];
}
