import { expect, it } from '@jest/globals';
import { portalFinding, priceFinding, publishableKeyFinding, webhookFinding } from './billing-findings.ts';

const WEBHOOK_URL = 'https://posthorn.example/api/stripe/webhook';
type Events = Parameters<typeof webhookFinding>[1][number]['enabled_events'];
const features = (update: boolean, cancel: boolean) =>
  ({
    features: { subscription_update: { enabled: update }, subscription_cancel: { enabled: cancel } },
  }) as Parameters<typeof portalFinding>[0];

it('reports missing prices, and prices with another amount', () => {
  const price = (lookupKey: string, amount = 1900) => ({ lookupKey, amount, currency: 'usd' });
  expect(priceFinding([price('a'), price('b')], [price('a')])).toMatchObject({
    state: 'bad',
    text: expect.stringContaining('lookup key b.'),
  });
  expect(priceFinding([price('a')], [price('a', 2900)])).toMatchObject({
    state: 'bad',
    text: expect.stringContaining('a charges another amount'),
  });
  expect(priceFinding([price('a')], [price('a')])).toMatchObject({ state: 'good' });
});
it('reports whether webhooks can arrive, and whether a webhook has arrived', () => {
  const endpoint = (status: string, events: Events = ['*']) => [
    { url: WEBHOOK_URL, status, enabled_events: events },
  ];
  expect(webhookFinding(WEBHOOK_URL, [], null)).toMatchObject({ state: 'bad' });
  expect(webhookFinding('http://localhost:3000/api/stripe/webhook', [], null)).toMatchObject({
    state: 'note',
  });
  expect(webhookFinding(WEBHOOK_URL, endpoint('disabled'), null)).toMatchObject({ state: 'bad' });
  expect(webhookFinding(WEBHOOK_URL, endpoint('enabled', ['invoice.paid']), '2030-01-01')).toMatchObject({
    state: 'bad',
    text: expect.stringContaining('does not get customer.subscription.created, '),
  });
  expect(webhookFinding(WEBHOOK_URL, endpoint('enabled'), null)).toMatchObject({ state: 'note' });
  expect(webhookFinding(WEBHOOK_URL, endpoint('enabled'), '2030-01-01')).toMatchObject({ state: 'good' });
});
it('requires a portal in which customers can cancel and cannot change the plan', () => {
  expect(portalFinding(null)).toMatchObject({ state: 'bad' });
  expect(portalFinding(features(true, true))).toMatchObject({ state: 'bad' });
  expect(portalFinding(features(false, false))).toMatchObject({ state: 'bad' });
  expect(portalFinding(features(false, true))).toMatchObject({ state: 'good' });
});
it('distinguishes a refused publishable key from a valid one', () => {
  expect(publishableKeyFinding({ kind: 'key' })).toMatchObject({ state: 'bad' });
  expect(publishableKeyFinding({ kind: 'gone' })).toMatchObject({ state: 'good' });
  expect(publishableKeyFinding({ kind: 'unclear' })).toMatchObject({ state: 'unclear' });
});
