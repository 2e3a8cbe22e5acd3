import { expect, it } from '@jest/globals';
import type { SubscriptionNow } from '#modules/integrations/ports/webhook-subscriptions.ts';
import { subscriptionFindings } from './subscription-findings.ts';

const NOON = '2030-01-02T12:00:00.000Z';
const now = Date.parse(NOON);
const one = (accountId: number, more: Partial<SubscriptionNow> = {}): SubscriptionNow => ({
  accountId,
  platform: 'facebook',
  subscribedAt: null,
  isOpen: false,
  trouble: null,
  words: null,
  ...more,
});
const HOUR_AGO = '2030-01-02T11:00:00.000Z';

it('believes a subscription only once a reading has found what was told', () => {
  const subscribedAt = '2030-01-01T00:00:00Z';
  const proofs = [
    { accountId: 1, platform: 'facebook', webhookAt: HOUR_AGO },
    { accountId: 2, platform: 'facebook', webhookAt: '2030-01-01T11:00:00.000Z' },
    { accountId: 9, platform: 'threads', webhookAt: HOUR_AGO },
  ] as const;
  const findings = subscriptionFindings([one(1, { subscribedAt }), one(2, { subscribedAt })], proofs, now);
  expect(findings).toEqual([
    {
      about: 'Account 1 (facebook)',
      state: 'good',
      text: `Its comments are told of by webhooks: proved at ${HOUR_AGO}.`,
    },
    {
      about: 'Account 2 (facebook)',
      state: 'note',
      text: `Subscribed to webhooks since ${subscribedAt}, not proved: no comment of the last day was told of first.`,
    },
    {
      about: 'Account 9 (threads)',
      state: 'good',
      text: `Its comments are told of by webhooks: proved at ${HOUR_AGO}.`,
    },
  ]);
});
it.each([
  [
    { trouble: 'not-configured', words: 'set X_BEARER_TOKEN' },
    'Not subscribed to webhooks: set X_BEARER_TOKEN',
  ],
  [{ trouble: 'permission-missing' }, 'Not subscribed to webhooks: permission-missing'],
  [
    { isOpen: true, trouble: 'timeout' },
    'Not known to be subscribed: a call had no answer, and is looked for.',
  ],
  [{}, 'To be subscribed to webhooks soon.'],
])('says why an account is not: %j', (state, text) => {
  expect(subscriptionFindings([one(7, state)], [], now)).toEqual([
    { about: 'Account 7 (facebook)', state: 'note', text },
  ]);
});
