import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { ErasureRegistry } from '#infrastructure/readers/erasure-registry.ts';
import { OutgoingModule } from '#infrastructure/outgoing/outgoing.module.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { AnalyticsModule } from '#modules/analytics/analytics.module.ts';
import { BillingModule } from '#modules/billing/billing.module.ts';
import { ExternalApiModule } from '#modules/external-api/external-api.module.ts';
import { IdentityModule } from '#modules/identity/identity.module.ts';
import { InboxModule } from '#modules/inbox/inbox.module.ts';
import { IntegrationsModule } from '#modules/integrations/integrations.module.ts';
import { LinkTreeModule } from '#modules/link-tree/link-tree.module.ts';
import { NotificationsModule } from '#modules/notifications/notifications.module.ts';
import { SchedulingModule } from '#modules/scheduling/scheduling.module.ts';

/** Tables that no step of an erasure lists, by reason. Modules register all other tables in `ErasureRegistry`. */
const NOT_IN_ERASURE = {
  'their rows belong to the installation': [
    'analytics.term_turn',
    'billing.ladder_start',
    'billing.night',
    'identity.secret',
    'inbox.reading_cost',
    'link_tree.click_turn',
    'media.listing',
    'media.removal',
    'public.migration',
    'publishing.hold',
    'runner.checkpoint',
    'runner.installation',
    'runner.log_identity',
    'runner.log_seen',
    'scheduling.zone_data',
  ],
  'their rows belong to other servers, not to users': [
    'billing.stripe_event',
    'inbox.delivery',
    'integrations.server_app',
  ],
  'their rows expire within minutes or hours, and name an account by its number': [
    'edge.oauth_answer',
    'edge.oauth_flow',
    'effects.bucket',
    'effects.turn',
    'publishing.turn',
  ],
  'an erasure deletes the rows that lead to their rows': [
    'edge.rate_limit',
    'identity.sign_in_link',
    'publishing.home',
  ],
  'their rows end before an erasure is complete': ['effects.farewell', 'identity.erasure'],
  'digests and destroyed keys of erased users, kept on purpose': [
    'identity.resting_handle',
    'vault.subject_key',
  ],
};

let product: Booted;
let pool: Pool;
beforeAll(async () => {
  const modules = [
    IdentityModule,
    BillingModule,
    IntegrationsModule,
    SchedulingModule,
    InboxModule,
    LinkTreeModule,
    AnalyticsModule,
    NotificationsModule,
    ExternalApiModule,
  ];
  product = await boot([OutgoingModule, ...modules], { database: true, realSessions: true });
  pool = product.app.get(Pool);
}, 60_000);
afterAll(() => product.close());

it('finds each table of the database in an erasure step or in NOT_IN_ERASURE', async () => {
  const { rows } = await pool.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema', 'es')
       and table_schema not like 'rm\\_%'
     order by 1`,
  );
  const personal = product.app.get(ErasureRegistry).tables();
  const known = [...personal.map(({ table }) => table), ...Object.values(NOT_IN_ERASURE).flat()].sort();
  expect(known).toEqual(rows.map(({ name }) => name));
});
it('lists only existing columns, and each column with the id of a user', async () => {
  const { rows } = await pool.query<{ table: string; column: string }>(
    `select table_schema || '.' || table_name as table, column_name as column from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema', 'es')
       and table_schema not like 'rm\\_%'`,
  );
  const named = product.app
    .get(ErasureRegistry)
    .tables()
    .map(({ table, owner }) => `${table} ${typeof owner === 'string' ? owner : owner.by}`);
  const all = rows.map(({ table, column }) => `${table} ${column}`);
  expect(named.filter((one) => !all.includes(one))).toEqual([]);
  // Columns of leased work, and of rows that end with the erasure.
  const ofErasure = ['identity.erasure owner_id', 'identity.erasure user_id'];
  const unlisted = [
    ...['analytics.term_turn owner_id', 'billing.night owner_id', 'effects.farewell owner_id', ...ofErasure],
    'link_tree.click_turn owner_id',
  ];
  const people = rows.filter(({ column }) => ['owner_id', 'user_id'].includes(column));
  expect(people.length).toBeGreaterThan(10);
  expect(
    people
      .map(({ table, column }) => `${table} ${column}`)
      .filter((one) => !named.includes(one))
      .sort(),
  ).toEqual(unlisted);
});
