import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Pool } from 'pg';
import { EffectEngine } from '#infrastructure/effects/effect-engine.ts';
import { ErasureSteps } from '#infrastructure/readers/erasure-steps.ts';
import { RemoteRevocations } from '#infrastructure/personal-data/erasure/remote-revocations.ts';
import { Metrics } from '#infrastructure/observability/metrics.ts';
import { ProcessRegistry } from '#infrastructure/readers/process-registry.ts';
import { ProjectionRegistry } from '#infrastructure/readers/projection-registry.ts';
import type { Booted } from '#infrastructure/testing/boot.ts';
import { PersonalDigests } from '#infrastructure/vault/personal-digests.ts';
import { EncryptedTables } from '#infrastructure/vault/encrypted-tables.ts';
import { bootProduct } from './testing/product-streams.ts';

// The database, the event log and the monitoring of operators contain these names, so a name must never change. A process
// with another name would handle the log again, and a secret with another context could not be decrypted. Add new names here.

const PROCESSES = [
  ...['analytics.follow-accounts', 'analytics.follow-plan', 'analytics.follow-publications'],
  ...['analytics.keep-terms', 'billing.tell-address', 'billing.want-mails'],
  ...['external.ask-owners-of-webhooks', 'external.end-webhooks-with-tokens', 'external.fan-out'],
  ...['external.pause-webhooks-of-reclaimed', 'external.settle-webhooks', 'external.want-webhook-mails'],
  ...['identity.begin-erasures', 'identity.destroy-key', 'identity.notices'],
  ...['identity.settle-addresses', 'identity.settle-handles', 'identity.settle-identities'],
  'identity.want-token-mails',
  ...['inbox.follow-accounts', 'inbox.follow-plan', 'inbox.follow-posts'],
  ...['inbox.forget-words', 'inbox.forget-words-of-erased', 'inbox.hide-unwanted', 'inbox.resume-waiting'],
  ...['integrations.forget-credentials', 'integrations.keep-pictures', 'integrations.keep-remote-posts'],
  ...['integrations.subscribe-accounts', 'link-tree.keep-banner'],
  // Each version of the zone data has its own process.
  `scheduling.follow-zones-${process.versions.tz ?? ''}`,
  ...['scheduling.keep-media', 'scheduling.release-quota', 'scheduling.resume-targets'],
];
const PROJECTIONS = [
  ...['analytics.clicks', 'analytics.figures', 'analytics.replies', 'billing.customers'],
  ...['billing.followed-subscriptions', 'billing.open-checkouts', 'billing.open-mails', 'billing.plan'],
  ...['external.feed', 'external.open-webhook-mails', 'external.webhook-ids'],
  ...['identity.linked-sign-ins', 'identity.open-notice-mails', 'identity.open-token-mails'],
  ...['identity.settings', 'identity.token-names', 'identity.users', 'inbox.auto-replies'],
  ...['inbox.comments', 'inbox.open-moderations', 'inbox.open-replies', 'inbox.publications'],
  ...['inbox.settings', 'integrations.accounts', 'link-tree.clicks', 'link-tree.page'],
  ...['scheduling.covers', 'scheduling.lost-accounts', 'scheduling.post-list'],
  ...['scheduling.publishing-due', 'scheduling.quota-list', 'scheduling.readiness-checks'],
  'scheduling.remote-deletions',
];
/** The steps in their order. */
const ERASURE_STEPS = [
  ...['identity.sign-ins', 'identity.first-mail', 'link-tree.clicks', 'scheduling.posts', 'billing.customer'],
  ...['integrations.accounts', 'identity.records', 'identity.words', 'identity.proof', 'identity.last-mail'],
];
/** The contexts of encryption. */
const CONTEXTS = {
  'edge.oauth_flow': 'oauth-flow:<state_hash>',
  'effects.farewell': 'farewell:<id>',
  'external.webhook_secret': 'webhook:<endpoint_id>:<secret_id>',
  'identity.erasure': 'erasure:<user_id>',
  'identity.secret': '<name>',
  'integrations.account_choice': 'user:<owner_id>:account-choice',
  'integrations.credential': 'account:<account_id>:credentials',
  'integrations.server_app': 'server-app:<name>',
  'integrations.upload_address': 'account:<account_id>:upload:<name>',
  'vault.subject_key': 'subject:<subject>',
};
/** The kinds of effects, with the name of the loop of each. */
const EFFECTS = {
  'api-token-mail': 'identity.api-token-mails',
  'billing-mail': 'billing.mails',
  checkout: 'billing.checkouts',
  cover: 'scheduling.covers',
  moderation: 'inbox.moderations',
  'notice-mail': 'identity.notice-mails',
  publishing: 'scheduling.publishing',
  'remote-deletion': 'scheduling.remote-deletions',
  reply: 'inbox.replies',
  'webhook-mail': 'external.webhook-mails',
};
/** Kinds of leased work, each with the actor in its events. */
const LEASED_WORK = {
  'account-picture': 'fetch-pictures',
  'analytics-look': 'look-at-figures',
  'analytics-terms': 'expire-figures',
  'auto-reply': 'auto-reply',
  'billing-following': 'billing-following',
  'billing-night': 'billing-night',
  erasure: 'erasures',
  farewell: 'farewells',
  'inbox-reading': 'read-comments',
  limits: 'read-limits',
  'link-tree-clicks': 'count-clicks',
  readiness: 'readiness',
  renewal: 'renew-tokens',
  'webhook-delivery': 'tell-webhooks',
  'webhook-subscription': 'subscribe-accounts',
};
const FAREWELLS = ['billing.customer', 'integrations.account'];
const METRICS = [
  ...['billing_alarms_total', 'billing_reconciled_total', 'billing_unknown_customer_total'],
  ...['event_log_info', 'event_stream_long_reads_total', 'events_skipped_total'],
  ...['http_request_duration_seconds', 'inbox_comments_received_total', 'inbox_reading_budget_usd'],
  ...['inbox_reading_calls_total', 'inbox_reading_host_seconds', 'inbox_reading_lag_seconds'],
  ...['inbox_reading_put_off_total', 'inbox_reading_spent_usd', 'inbox_replies_open'],
  ...['inbox_reply_attempts_total', 'inbox_sources', 'metric_looks_overdue', 'projection_lag_seconds'],
  ...['projection_other_build_lag_seconds', 'publish_attempts_total', 'publish_duplicates_total'],
  ...['publish_last_tick_age_seconds', 'publish_lateness_seconds', 'publish_look_ups_total'],
  ...['publish_oldest_due_seconds', 'publish_oldest_unknown_seconds', 'publish_tokens_refused_total'],
  ...['reader_position_info', 'reader_restarts_total', 'reader_stopped', 'tz_mismatch_total'],
  'webhook_deliveries_overdue',
];

const loops = jest.spyOn(EffectEngine.prototype, 'loop');
const leasedWork = jest.spyOn(EffectEngine.prototype, 'leasedWork');
const revocations = jest.spyOn(RemoteRevocations.prototype, 'register');

let product: Booted;
beforeAll(async () => {
  product = await bootProduct();
}, 120_000);
afterAll(() => product.close());

const namesOf = (named: readonly Readonly<{ name: string }>[]) => named.map(({ name }) => name);

it('keeps the names of processes', () => {
  expect(namesOf(product.app.get(ProcessRegistry).all()).sort()).toEqual(PROCESSES);
});

it('keeps the names of projections', () => {
  expect(namesOf(product.app.get(ProjectionRegistry).all()).sort()).toEqual(PROJECTIONS);
});

it('keeps the steps of an erasure, and their order', () => {
  expect(namesOf(product.app.get(ErasureSteps).inOrder())).toEqual(ERASURE_STEPS);
});

it('keeps the contexts of encryption', async () => {
  const contexts = product.app
    .get(EncryptedTables)
    .all()
    .map(({ name, key, columns = [], contextOf }) => {
      // PostgreSQL returns bytes as text with this prefix.
      const [prefix, otherColumns] = [key.type === 'bytea' ? String.raw`\x` : '', columns];
      const row = Object.fromEntries(otherColumns.map((column) => [column, `<${column}>`]));
      return [name, contextOf({ ...row, [key.column]: `${prefix}<${key.column}>` })] as const;
    });
  expect(Object.fromEntries(contexts)).toEqual(CONTEXTS);
  await product.app.get(PersonalDigests).digestOf('ana@example.com');
  const { rows } = await product.app.get(Pool).query('select name from identity.secret');
  expect(rows).toEqual([{ name: 'address-digest' }]);
});

it('keeps the kinds of effects, and the actors of leased work', () => {
  const effects = loops.mock.calls.map(([{ name }, , options]) => [name, options.name] as const);
  expect(Object.fromEntries(effects)).toEqual(EFFECTS);
  const work = leasedWork.mock.calls.map(([{ name, actor }]) => [name, actor] as const);
  expect(Object.fromEntries(work)).toEqual(LEASED_WORK);
});

it('keeps the kinds of revocations at other servers', () => {
  expect(revocations.mock.calls.map(([kind]) => kind).sort()).toEqual(FAREWELLS);
});

it('keeps the names of metrics', async () => {
  const metrics = await product.app.get(Metrics).registry.getMetricsAsJSON();
  // The metrics library defines the metrics of the process.
  const own = namesOf(metrics).filter((name) => !/^(?:process|nodejs)_/u.test(name));
  expect(own.sort()).toEqual(METRICS);
});
