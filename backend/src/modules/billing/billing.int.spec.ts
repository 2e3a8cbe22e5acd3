import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { ENTITLEMENTS } from '@posthorn/contracts/billing/entitlements';
import { afterEach, expect, it } from '@jest/globals';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { AfterSignIn } from '#modules/identity/ports/after-sign-in.ts';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { BillingModule } from './billing.module.ts';

const store = new InMemoryEventStore();
let product: Booted | undefined;

const start = async (listed: string) => {
  const { app } = (product = await boot([BillingModule], {
    store,
    database: true,
    env: { COMPLIMENTARY_PREMIUM: listed },
  }));
  return { signIn: app.get(AfterSignIn), plans: app.get(PlanOf), causes: app.get(CauseContext) };
};
const settle = (
  { causes, signIn }: Awaited<ReturnType<typeof start>>,
  email: string | null = 'ana@example.com',
) =>
  causes.run({ actor: { kind: 'user', id: 'ana' }, correlationId: 'r', causationId: 'r' }, () =>
    signIn.settle('ana', email),
  );
afterEach(() => product?.close());

it("grants Premium to the addresses on the operator's list, and ends it when the operator removes them", async () => {
  const first = await start('bob@example.com, ANA@example.com');
  expect(await first.plans.entitlementsOf('ana')).toBe(ENTITLEMENTS.free);
  await settle(first);
  await settle(first);
  expect(await first.plans.entitlementsOf('ana')).toBe(ENTITLEMENTS.premium);
  expect(await first.plans.shown('ana')).toBe(ENTITLEMENTS.premium);
  expect(await first.plans.shown('eve')).toBe(ENTITLEMENTS.free);
  await product?.close();

  const second = await start('bob@example.com');
  expect(await second.plans.shown('ana')).toBe(ENTITLEMENTS.premium);
  await settle(second);
  expect(await second.plans.entitlementsOf('ana')).toBe(ENTITLEMENTS.free);
  expect(await second.plans.shown('ana')).toBe(ENTITLEMENTS.free);
  expect(store.historyOf('subscription-ana')).toMatchObject([
    { type: 'PremiumGranted', data: { userId: 'ana', cause: 'complimentary' } },
    { type: 'PremiumEnded', data: { userId: 'ana', cause: 'complimentary', plan: 'free' } },
  ]);
});

it('ends complimentary Premium when the user loses the address', async () => {
  const started = await start('ana@example.com');
  await settle(started);
  expect(await started.plans.entitlementsOf('ana')).toBe(ENTITLEMENTS.premium);
  await settle(started, null);
  expect(await started.plans.entitlementsOf('ana')).toBe(ENTITLEMENTS.free);
});
