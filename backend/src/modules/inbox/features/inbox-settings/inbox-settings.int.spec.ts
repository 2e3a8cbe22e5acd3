import { ENTITLEMENTS, type Entitlements } from '@posthorn/contracts/billing/entitlements';
import {
  changeInboxSettings,
  getInboxSettings,
  type InboxSettings,
} from '@posthorn/contracts/inbox/settings.http';
import type { Stream } from '@posthorn/event-sourcing';
import { plain } from '@posthorn/event-sourcing/event-shape';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Global, Module } from '@nestjs/common';
import request from 'supertest';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import type { PlanChangedEvent } from '#modules/billing/ports/events.ts';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { InboxModule } from '../../inbox.module.ts';
import { portsImplementedBy } from '../../testing/ports-implemented-by.ts';

class Plans extends PlanOf {
  override entitlementsOf(userId: string): Promise<Entitlements> {
    return Promise.resolve(subscribers.has(userId) ? ENTITLEMENTS.premium : ENTITLEMENTS.free);
  }

  override shown(userId: string): Promise<Entitlements> {
    return this.entitlementsOf(userId);
  }
}
/** The events that Billing publishes. */
const plans: Stream<null, PlanChangedEvent> = {
  category: 'subscription',
  initial: null,
  evolve: () => null,
  shapes: {
    PremiumGranted: { schema: 1, fields: { userId: plain } },
    PremiumEnded: { schema: 1, fields: { userId: plain } },
  },
};
@Global()
@Module({ providers: [{ provide: PlanOf, useClass: Plans }], exports: [PlanOf] })
class BillingNeighbour {
  constructor(catalog: EventCatalog) {
    catalog.add(plans);
  }
}

const subscribers = new Set(['ana', 'cleo', 'dora', 'eve']);
const store = new InMemoryEventStore();
let product: Booted;

beforeAll(async () => {
  product = await boot([InboxModule, BillingNeighbour, portsImplementedBy()], { store, database: true });
}, 60_000);
afterAll(() => product.close());

const show = async (user: string) =>
  (await request(product.url).get(getInboxSettings.path).set('x-test-user', user)).body as InboxSettings;
const change = async (user: string, change: object) => {
  const answer = await request(product.url)
    .put(changeInboxSettings.path)
    .set('x-test-user', user)
    .send(change);
  return { status: answer.status, body: answer.body as Partial<InboxSettings & { code: string }> };
};
const types = (user: string) => store.historyOf(`inboxSettings-${user}`).map(({ type }) => type);

it('shows the documented defaults before the user chooses', async () => {
  expect(await show('new')).toEqual({
    autoReply: 'send',
    autoHideSpam: true,
    requireApproval: false,
    filterProfanity: true,
    blocked: [],
    aiConfigured: true,
  } satisfies InboxSettings);
});

it('changes only the sent settings, and adds no event for a repetition', async () => {
  const { status, body } = await change('ana', { autoReply: 'draft', requireApproval: true });
  expect([status, body]).toEqual([200, await show('ana')]);
  expect(body).toMatchObject({ autoReply: 'draft', requireApproval: true, autoHideSpam: true });
  await change('ana', { autoReply: 'draft', requireApproval: true });
  await change('ana', { autoReply: 'off' });
  expect(await show('ana')).toMatchObject({ autoReply: 'off', requireApproval: true });
  expect(types('ana')).toEqual(['AutoReplyModeChosen', 'InboxModerationChosen', 'AutoReplyStopped']);
});

/** Stores an event of Billing, and lets the inbox process it. */
async function record(
  user: string,
  type: PlanChangedEvent['type'],
  isPremium = type === 'PremiumGranted',
): Promise<void> {
  if (isPremium) subscribers.add(user);
  else subscribers.delete(user);
  const cause = { actor: { kind: 'system', id: 'spec' }, correlationId: 's', causationId: 's' } as const;
  const writer = product.app.get(StreamWriter);
  const event = { type, schema: 1, data: { userId: user } } as PlanChangedEvent;
  await product.app.get(CauseContext).run(cause, () => writer.decide(plans, user, () => [event]));
  await product.catchUp();
}
const reasons = (user: string) =>
  store
    .historyOf(`inboxSettings-${user}`)
    .filter(({ type }) => type === 'AutoReplyStopped')
    .map(({ data }) => (data as { reason: string }).reason);

it('records that automatic replies stopped when the plan ended, and restores them when Premium starts again', async () => {
  await change('cleo', { autoReply: 'draft' });
  await record('cleo', 'PremiumEnded');
  expect(await show('cleo')).toMatchObject({ autoReply: 'off' });
  expect(reasons('cleo')).toEqual(['plan-ended']);
  await record('cleo', 'PremiumEnded');
  expect(reasons('cleo')).toEqual(['plan-ended']);
  await record('cleo', 'PremiumGranted');
  expect(await show('cleo')).toMatchObject({ autoReply: 'draft' });
});

it('uses the current plan when an event arrives, because the user may have Premium for another reason', async () => {
  await record('dora', 'PremiumEnded');
  expect(reasons('dora')).toEqual(['plan-ended']);
  await record('eve', 'PremiumEnded', true);
  expect(types('eve')).toEqual([]);
  expect(await show('eve')).toMatchObject({ autoReply: 'send' });
});

it('keeps automatic replies off if the user switched them off after the plan had ended', async () => {
  await record('fay', 'PremiumGranted');
  await record('fay', 'PremiumEnded');
  expect((await change('fay', { autoReply: 'off' })).status).toBe(200);
  expect(reasons('fay')).toEqual(['plan-ended', 'chosen']);
  await record('fay', 'PremiumGranted');
  expect(await show('fay')).toMatchObject({ autoReply: 'off' });
});

it('allows automatic replies only with Premium, and all other settings for all users', async () => {
  for (const autoReply of ['send', 'draft']) {
    const { status, body } = await change('ben', { autoReply, autoHideSpam: false });
    expect([status, body.code]).toEqual([403, 'inbox.premium-required']);
  }
  expect(await show('ben')).toMatchObject({ autoHideSpam: true });
  expect((await change('ben', { autoReply: 'off', autoHideSpam: false })).status).toBe(200);
  expect(await show('ben')).toMatchObject({ autoReply: 'off', autoHideSpam: false });
});

it.each([
  [{ autoReply: 'always' }, 'autoReply'],
  [{ autoHideSpam: 'yes' }, 'autoHideSpam'],
  [{ requireApproval: null }, 'requireApproval'],
  [{ unblock: 'bo' }, 'unblock'],
  [{ unblock: [7] }, 'unblock'],
])('refuses invalid settings: %j', async (body, field) => {
  const answer = await change('ana', body);
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ code: 'request.not-valid', fields: { [field]: expect.any(String) } });
});

it('requires a sign-in, and keeps the settings of each user separate', async () => {
  expect((await request(product.url).get(getInboxSettings.path)).status).toBe(401);
  expect(await show('eve')).toMatchObject({ autoReply: 'send' });
});
