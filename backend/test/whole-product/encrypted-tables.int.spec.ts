import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Request, Response } from 'express';
import { Pool } from 'pg';
import { RemoteRevocationRows } from '#infrastructure/personal-data/erasure/remote-revocation-rows.ts';
import { PersonalKeys } from '#infrastructure/event-log/personal-keys.ts';
import { OAuthFlows } from '#infrastructure/oauth-flows/oauth-flows.ts';
import { OutgoingModule } from '#infrastructure/outgoing/outgoing.module.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { KeyRing } from '#infrastructure/vault/key-ring.ts';
import { KeyRotation } from '#infrastructure/vault/key-rotation.ts';
import { EncryptedTables } from '#infrastructure/vault/encrypted-tables.ts';
import { storedKeyIds, tablesWithKeyIds } from '#infrastructure/vault/stored-key-ids.ts';
import { AnalyticsModule } from '#modules/analytics/analytics.module.ts';
import { BillingModule } from '#modules/billing/billing.module.ts';
import { ExternalApiModule } from '#modules/external-api/external-api.module.ts';
import { IdentityModule } from '#modules/identity/identity.module.ts';
import { ErasureRows } from '#modules/identity/stores/erasures/erasure-rows.ts';
import { PersonalDigests } from '#infrastructure/vault/personal-digests.ts';
import { WaitingChoices } from '#modules/integrations/stores/account-choices/waiting-choices.ts';
import { InboxModule } from '#modules/inbox/inbox.module.ts';
import { LinkTreeModule } from '#modules/link-tree/link-tree.module.ts';
import { IntegrationsModule } from '#modules/integrations/integrations.module.ts';
import { Credentials } from '#modules/integrations/stores/credentials/credentials.ts';
import { ServerAppVault } from '#modules/integrations/stores/server-apps/server-apps.ts';
import { UploadAddressVault } from '#modules/integrations/stores/upload-addresses/upload-addresses.ts';
import { newWebhookSecret } from '#modules/external-api/read-models/webhooks/webhook-secrets.ts';
import { WebhookRows } from '#modules/external-api/read-models/webhooks/webhook-rows.ts';
import { NotificationsModule } from '#modules/notifications/notifications.module.ts';
import { SchedulingModule } from '#modules/scheduling/scheduling.module.ts';

/** The master key with which specs boot the product. */
const old = { id: 'test', key: Buffer.alloc(32, 7) };
const fresh = { id: 'fresh', key: Buffer.alloc(32, 8) };
let product: Booted;
let pool: Pool;

beforeAll(async () => {
  product = await boot(
    [
      ...[OutgoingModule, IdentityModule, BillingModule],
      ...[IntegrationsModule, SchedulingModule, InboxModule, LinkTreeModule, AnalyticsModule],
      ...[NotificationsModule, ExternalApiModule],
    ],
    {
      database: true,
      realSessions: true,
    },
  );
  pool = product.app.get(Pool);
  // Stops the workers, which would remove these rows.
  const scheduler = product.app.get(SchedulerRegistry);
  for (const name of scheduler.getIntervals()) scheduler.deleteInterval(name);
}, 60_000);
afterAll(() => product.close());

it('lists each table of the database that has a column for the id of a master key', async () => {
  const known = product.app.get(EncryptedTables).all();
  expect(known.map(({ name }) => name).sort()).toEqual(await tablesWithKeyIds(pool));
});

it('re-encrypts a row of every encrypted table with a newer master key', async () => {
  const { app } = product;
  await app.get(PersonalKeys).forWriting('ana');
  await app.get(PersonalDigests).digestOf('ana@example.com');
  await app.get(Credentials).merge(7, { token: 'a' });
  await app.get(UploadAddressVault).keep(7, 'https://upload.example/1');
  await app.get(ServerAppVault).keep('mastodon a.example', { id: '1', secret: 's' });
  await app.get(WaitingChoices).keep({ userId: 'ana', sessionId: 's1' }, 'pinterest', []);
  const farewell = { id: 'spec', ownerId: 'ana', kind: 'spec', what: 'Spec', secret: { token: 'a' } };
  await app.get(RemoteRevocationRows).add(farewell, 0);
  await app.get(ErasureRows).add('ana', 'ana@example.com');
  const endpoint = { endpointId: 'spec', ownerId: 'ana', url: 'https://example.com/', types: ['*'] };
  const addedAt = '2030-01-01T12:00:00.000Z';
  await app
    .get(WebhookRows)
    .open({ ...endpoint, addedAt, maker: { kind: 'person' } }, newWebhookSecret(), { last: undefined });
  const request = { headers: {} } as Request;
  const response = { cookie: () => undefined } as unknown as Response;
  await app.get(OAuthFlows).begin(request, response, { provider: 'google', sessionId: null });

  const tables = app.get(EncryptedTables);
  const rotated = await new KeyRotation(pool, new KeyRing([fresh, old]), tables).round();
  expect(rotated).toEqual({ moved: tables.all().length, unreadable: 0, left: [] });
  const stored = await storedKeyIds(pool);
  expect(stored.map(({ table, kid }) => [table, kid])).toEqual(
    (await tablesWithKeyIds(pool)).map((table) => [table, 'fresh']),
  );
  const afterwards = new Credentials(pool, new KeyRing([fresh]), new DatabaseClock(pool));
  expect(await afterwards.read(7)).toEqual({ token: 'a' });
});
