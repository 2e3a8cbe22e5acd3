import type { EventMeta, Position } from '@posthorn/event-sourcing/event-store';
import { expect, it } from '@jest/globals';
import type { LoggedEvent } from '#infrastructure/log/logged-event.ts';
import type { SubscriptionEvent } from '../../domain/subscription.ts';
import { foldPlan, type PlanRow } from './plan-list.projection.ts';

const logged = (type: SubscriptionEvent['type'], at: string): LoggedEvent<SubscriptionEvent> => ({
  type,
  schema: 1,
  data: { userId: 'ana', cause: 'complimentary' },
  id: at,
  stream: 'subscription-ana',
  category: 'subscription',
  streamId: 'ana',
  revision: 0n,
  position: at as Position,
  meta: { at, schema: 1 } as EventMeta,
});
const replay = (...events: LoggedEvent<SubscriptionEvent>[]) =>
  events.reduce<PlanRow | undefined>(foldPlan, undefined);

it('lists Premium with its cause, since it was granted', () => {
  const row = { user_id: 'ana', plan: 'premium', cause: 'complimentary', since: '2030-01-01T12:00:00.000Z' };
  expect(replay(logged('PremiumGranted', '2030-01-01T12:00:00.000Z'))).toEqual(row);
});
it('lists the free plan since Premium ended', () => {
  const ended = replay(
    logged('PremiumGranted', '2030-01-01T12:00:00.000Z'),
    logged('PremiumEnded', '2030-02-01T12:00:00.000Z'),
  );
  expect(ended).toEqual({ user_id: 'ana', plan: 'free', cause: null, since: '2030-02-01T12:00:00.000Z' });
});
