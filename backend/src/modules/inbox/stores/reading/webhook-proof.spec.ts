import { expect, it } from '@jest/globals';
import { isWebhookProven, wasMissedByWebhook } from './webhook-proof.ts';

const NOW = Date.parse('2030-01-02T12:00:00.000Z');

it("trusts a platform's webhooks for a day after a reading has confirmed one", () => {
  expect(isWebhookProven({ webhookAt: null }, NOW)).toBe(false);
  expect(isWebhookProven({ webhookAt: '2030-01-01T12:00:00.001Z' }, NOW)).toBe(true);
  expect(isWebhookProven({ webhookAt: '2030-01-01T12:00:00.000Z' }, NOW)).toBe(false);
});

it('counts a comment as missed if a reading finds it after five minutes and no webhook has reported it', () => {
  const [old, young] = ['2030-01-02T11:54:59.999Z', '2030-01-02T11:55:00.000Z'];
  expect(wasMissedByWebhook({ hintedAt: null }, old, NOW)).toBe(true);
  expect(wasMissedByWebhook({ hintedAt: null }, young, NOW)).toBe(false);
  expect(wasMissedByWebhook({ hintedAt: '2030-01-02T11:59:59.000Z' }, old, NOW)).toBe(false);
});
