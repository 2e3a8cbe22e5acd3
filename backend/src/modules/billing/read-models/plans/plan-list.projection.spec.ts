import type { EventMeta, Position } from '@posthorn/event-sourcing/event-store';
import { expect, it } from '@jest/globals';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import {
  subscriptionEvent,
  type PremiumCause,
  type PremiumEvent,
} from '../../domain/subscription/subscription-events.ts';
import { foldPlan, type PlanRow } from './plan-list.projection.ts';

const logged = (
  type: PremiumEvent['type'],
  at: string,
  cause: PremiumCause = 'complimentary',
): LoggedEvent<PremiumEvent> => ({
  ...(type === 'PremiumGranted'
    ? subscriptionEvent(type, { userId: 'ana', cause })
    : subscriptionEvent(type, { userId: 'ana', cause, plan: null })),
  id: at,
  stream: 'subscription-ana',
  category: 'subscription',
  streamId: 'ana',
  revision: 0n,
  position: at as Position,
  meta: { at, schema: 1 } as EventMeta,
});
const replay = (...events: LoggedEvent<PremiumEvent>[]) =>
  events.reduce<PlanRow | undefined>(foldPlan, undefined);

it('lists Premium with its cause and the instant of the grant', () => {
  const row = {
    user_id: 'ana',
    plan: 'premium',
    causes: ['complimentary'],
    since: '2030-01-01T12:00:00.000Z',
  };
  expect(replay(logged('PremiumGranted', '2030-01-01T12:00:00.000Z'))).toEqual(row);
});
it('lists the free plan after the end of Premium', () => {
  const ended = replay(
    logged('PremiumGranted', '2030-01-01T12:00:00.000Z'),
    logged('PremiumEnded', '2030-02-01T12:00:00.000Z'),
  );
  expect(ended).toEqual({ user_id: 'ana', plan: 'free', causes: [], since: '2030-02-01T12:00:00.000Z' });
});
it('lists Premium while at least one cause holds, since the instant of the first cause', () => {
  const story = [
    logged('PremiumGranted', '2030-01-01T12:00:00.000Z'),
    logged('PremiumGranted', '2030-02-01T12:00:00.000Z', 'subscription'),
    logged('PremiumEnded', '2030-03-01T12:00:00.000Z'),
  ];
  const row = { user_id: 'ana', plan: 'premium', since: '2030-01-01T12:00:00.000Z' };
  expect(replay(...story)).toEqual({ ...row, causes: ['subscription'] });
  const last = logged('PremiumEnded', '2030-04-01T12:00:00.000Z', 'subscription');
  expect(replay(...story, last)).toMatchObject({
    plan: 'free',
    causes: [],
    since: '2030-04-01T12:00:00.000Z',
  });
});
