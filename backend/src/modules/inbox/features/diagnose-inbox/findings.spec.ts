import { expect, it } from '@jest/globals';
import type { ModelSettings } from '#infrastructure/config/model-settings.ts';
import type { CurrentSubscription } from '#modules/integrations/ports/webhook-subscriptions.ts';
import { budgetFinding, modelFinding, subscriptionFindings } from './findings.ts';

const OPENAI: ModelSettings = {
  key: 'sk-canary',
  baseUrl: 'https://api.openai.com/v1',
  model: 'm1',
  isOpenAi: true,
};
const OWN: ModelSettings = { ...OPENAI, baseUrl: 'http://localhost:11434/v1', isOpenAi: false };

it.each([
  ['note', null, null, 'Not configured: set OPENAI_API_KEY'],
  ['good', OPENAI, { names: ['m0', 'm1'] }, 'api.openai.com has m1.'],
  ['good', OWN, { names: ['m1:latest'] }, 'localhost:11434 has m1.'],
  ['bad', OPENAI, { names: ['m0'] }, 'This key cannot use m1: check OPENAI_MODEL.'],
  ['unclear', OWN, { names: ['m0'] }, 'localhost:11434 does not list m1'],
  ['bad', OPENAI, { status: 401 }, 'api.openai.com refuses this key: check OPENAI_API_KEY.'],
  ['bad', OWN, { status: null }, 'localhost:11434 does not respond: check OPENAI_BASE_URL.'],
  ['unclear', OWN, { status: 404 }, 'localhost:11434 returned 404'],
] as const)(
  'reports "%s" for the settings %j when the model server returns %j',
  (state, settings, listed, text) => {
    const finding = modelFinding(settings, listed);
    expect(finding).toMatchObject({ about: 'Model', state, text: expect.stringContaining(text) });
    expect(finding.text).not.toContain('canary');
  },
);

it.each([
  ['note', 0, 0, 'Not set, so comments on X are not read.'],
  ['good', 5, 0.3, '$0.30 of $5.00 spent today (UTC).'],
  ['note', 5, 5.2, '$5.20 of $5.00 spent today (UTC): comments on X are read again after midnight (UTC).'],
] as const)('reports "%s" for a budget of %d when %d is spent', (state, budget, spent, text) => {
  expect(budgetFinding(budget, spent)).toMatchObject({ state, text: expect.stringContaining(text) });
});

const NOON = '2030-01-02T12:00:00.000Z';
const now = Date.parse(NOON);
const subscriptionOf = (
  accountId: number,
  extra: Partial<CurrentSubscription> = {},
): CurrentSubscription => ({
  accountId,
  platform: 'facebook',
  subscribedAt: null,
  isOpen: false,
  trouble: null,
  words: null,
  ...extra,
});
const HOUR_AGO = '2030-01-02T11:00:00.000Z';

it('trusts webhooks if a reading of the last 24 hours found a comment that they had reported, even without a subscription', () => {
  const subscribedAt = '2030-01-01T00:00:00Z';
  const proofs = [
    { accountId: 1, platform: 'facebook', webhookAt: HOUR_AGO },
    { accountId: 2, platform: 'facebook', webhookAt: '2030-01-01T11:00:00.000Z' },
    { accountId: 9, platform: 'threads', webhookAt: HOUR_AGO },
  ] as const;
  const findings = subscriptionFindings(
    [subscriptionOf(1, { subscribedAt }), subscriptionOf(2, { subscribedAt })],
    proofs,
    now,
  );
  expect(findings).toEqual([
    {
      about: 'Account 1 (facebook)',
      state: 'good',
      text: `Webhooks report its comments. The last reading confirmed this at ${HOUR_AGO}.`,
    },
    {
      about: 'Account 2 (facebook)',
      state: 'note',
      text: `Subscribed since ${subscribedAt}, but not confirmed: no webhook reported a comment in the last 24 hours.`,
    },
    {
      about: 'Account 9 (threads)',
      state: 'good',
      text: `Webhooks report its comments. The last reading confirmed this at ${HOUR_AGO}.`,
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
    'The product does not know whether this account is subscribed, because a call got no response. The product will ask again.',
  ],
  [{}, 'The product will soon subscribe this account to webhooks.'],
])('explains why the product does not rely on webhooks of an account in the state %j', (state, text) => {
  expect(subscriptionFindings([subscriptionOf(7, state)], [], now)).toEqual([
    { about: 'Account 7 (facebook)', state: 'note', text },
  ]);
});
