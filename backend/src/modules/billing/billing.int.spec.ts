import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { ENTITLEMENTS } from '@posthorn/contracts/billing/entitlements';
import { afterEach, expect, it } from '@jest/globals';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CauseContext } from '#infrastructure/cause-context.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { BillingModule } from './billing.module.ts';
import { EntitlementsOf, EntitlementsShown, SettleComplimentaryPremium } from './public.ts';

const store = new InMemoryEventStore();
let product: Booted | undefined;

const start = async (listed: string) => {
  const { app } = (product = await boot([BillingModule], {
    store,
    database: true,
    env: { COMPLIMENTARY_PREMIUM: listed },
  }));
  return { commands: app.get(CommandBus), queries: app.get(QueryBus), causes: app.get(CauseContext) };
};
const settle = ({ causes, commands }: Awaited<ReturnType<typeof start>>, email = 'ana@example.com') =>
  causes.run({ actor: { kind: 'user', id: 'ana' }, correlationId: 'r', causationId: 'r' }, () =>
    commands.execute(new SettleComplimentaryPremium('ana', email)),
  );
afterEach(() => product?.close());

it('grants Premium to the addresses of the operator, and ends it when they are taken off', async () => {
  const first = await start('bob@example.com, ANA@example.com');
  expect(await first.queries.execute(new EntitlementsOf('ana'))).toBe(ENTITLEMENTS.free);
  await settle(first);
  await settle(first);
  expect(await first.queries.execute(new EntitlementsOf('ana'))).toBe(ENTITLEMENTS.premium);
  expect(await first.queries.execute(new EntitlementsShown('ana'))).toBe(ENTITLEMENTS.premium);
  expect(await first.queries.execute(new EntitlementsShown('eve'))).toBe(ENTITLEMENTS.free);
  await product?.close();

  const second = await start('bob@example.com');
  expect(await second.queries.execute(new EntitlementsShown('ana'))).toBe(ENTITLEMENTS.premium);
  await settle(second);
  expect(await second.queries.execute(new EntitlementsOf('ana'))).toBe(ENTITLEMENTS.free);
  expect(await second.queries.execute(new EntitlementsShown('ana'))).toBe(ENTITLEMENTS.free);
  expect(store.historyOf('subscription-ana')).toMatchObject([
    { type: 'PremiumGranted', data: { userId: 'ana', cause: 'complimentary' } },
    { type: 'PremiumEnded', data: { userId: 'ana', cause: 'complimentary' } },
  ]);
});
