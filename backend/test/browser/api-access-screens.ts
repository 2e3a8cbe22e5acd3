import {
  listDeliveries,
  listWebhooks,
  testWebhook,
  type CreatedWebhookView,
  type DeliveryView,
  type WebhookTestView,
  type WebhookView,
} from '@posthorn/contracts/external/webhooks.http';
import { API_SCOPES, listApiTokens, type ApiTokenView } from '@posthorn/contracts/identity/api-tokens.http';
import type { Page, Route } from 'playwright-core';
import type { Screen } from './screen.ts';

const CARD = '/settings/api-access';
const YEAR_MS = 365 * 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

const TOKEN: ApiTokenView = {
  id: 't1',
  name: 'The shop on the corner',
  tokenPreview: 'AbCd…WxYz',
  scopes: API_SCOPES,
  lastUsedAt: inDays(-2),
  expiresAt: null,
  createdAt: inDays(-40),
};
const TOKENS: readonly ApiTokenView[] = [
  TOKEN,
  {
    ...TOKEN,
    id: 't2',
    name: 'n8n',
    scopes: ['posts:read', 'posts:write', 'media:write', 'accounts:read'],
    lastUsedAt: null,
    expiresAt: new Date(Date.now() + YEAR_MS).toISOString(),
  },
  { ...TOKEN, id: 't3', name: 'An experiment', scopes: ['posts:read'], expiresAt: inDays(-1) },
];

const WEBHOOK: WebhookView = {
  id: 'w1',
  url: 'https://hooks.example.com/a/rather/long/path/that-goes-on-and-on',
  types: ['*'],
  state: 'active',
  suspendedBecause: null,
  pausedUntil: null,
  lastSuccessAt: inDays(-1),
  failingSince: null,
  addedAt: inDays(-9),
  tokenId: null,
  scopes: null,
  asksOwner: true,
};
const WEBHOOKS: readonly WebhookView[] = [
  WEBHOOK,
  {
    ...WEBHOOK,
    id: 'w2',
    url: 'https://shop.example/hooks',
    types: ['publication.*', 'post.edited'],
    state: 'paused',
    pausedUntil: inDays(0.1),
    failingSince: inDays(-0.5),
  },
  {
    ...WEBHOOK,
    id: 'w3',
    url: 'https://old.example',
    types: ['plan.changed'],
    lastSuccessAt: null,
    state: 'suspended',
    suspendedBecause: 'gone',
  },
];
const FAILED_TEST: WebhookTestView = {
  delivered: false,
  status: 500,
  answer: '<h1>Internal Server Error</h1>',
  error: null,
  errorCode: null,
  tookMs: 312,
};
const CREATED_WEBHOOK: CreatedWebhookView = {
  ...WEBHOOK,
  secret: `whsec_${'MfKQ9r8GKYqr'.repeat(4).slice(0, 44)}`,
};
const DELIVERY: DeliveryView = {
  eventId: 'evt_0f8fad5b-d9cb-469f-a165-70867728950e',
  type: 'publication.published',
  attempts: 1,
  state: 'delivered',
  lastStatus: 200,
  lastAnswer: 'ok',
  lastError: null,
  lastErrorCode: null,
  nextAt: null,
  at: inDays(-1),
};
const DELIVERIES: readonly DeliveryView[] = [
  {
    ...DELIVERY,
    eventId: 'evt_2',
    type: 'comment.received',
    state: 'waiting',
    attempts: 3,
    lastStatus: 503,
    lastAnswer: 'Busy',
    nextAt: inDays(0.02),
  },
  DELIVERY,
  {
    ...DELIVERY,
    eventId: 'evt_3',
    type: 'account.needs_reconnect',
    state: 'failed',
    attempts: 10,
    lastStatus: null,
    lastAnswer: null,
    lastError: 'The receiver did not answer in time.',
    lastErrorCode: 'timeout',
  },
];

const answerWith = (page: Page, path: string, json: unknown) =>
  page.route(`**${path}`, (route: Route) => route.fulfill({ json }));

/** Shows an invented list of tokens, so that every state appears. */
async function showTokens(page: Page): Promise<void> {
  await answerWith(page, listApiTokens.path, TOKENS);
  await page.reload();
  await page.getByText('2 of 20 tokens.').waitFor();
}
async function openTab(page: Page, name: 'Webhooks' | 'Documentation'): Promise<void> {
  await page.getByRole('tab', { name }).click();
}
async function showWebhooks(page: Page): Promise<void> {
  await answerWith(page, listWebhooks.path, WEBHOOKS);
  await openTab(page, 'Webhooks');
  await page.getByText('3 of 10 webhooks.').waitFor();
}
const pathOfWebhook = (path: string): string => path.replace(':id', WEBHOOK.id);

/** The card in Settings for API tokens. */
export const API_ACCESS_SCREENS: readonly Screen[] = [
  { name: 'api-tokens', path: CARD, then: showTokens },
  {
    name: 'api-token-new',
    path: CARD,
    over: true,
    async then(page) {
      await page.getByRole('button', { name: 'Create API token' }).click();
      await page.getByRole('button', { name: 'Create token' }).click();
      await page.getByText('Name is required').waitFor();
    },
  },
  {
    name: 'api-token-created',
    path: CARD,
    newSession: true,
    over: true,
    async then(page) {
      await page.getByRole('button', { name: 'Create API token' }).click();
      await page.getByLabel('Name', { exact: true }).fill('My blog');
      await page.getByRole('button', { name: 'Create token' }).click();
      await page.getByRole('button', { name: 'Copy API token' }).waitFor();
    },
  },
  {
    name: 'api-token-delete',
    path: CARD,
    over: true,
    async then(page) {
      await showTokens(page);
      await page.getByRole('button', { name: 'Delete n8n' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'api-documentation',
    path: CARD,
    async then(page) {
      await showTokens(page);
      await openTab(page, 'Documentation');
      await page.getByRole('button', { name: 'Copy GET /api/external/platforms' }).waitFor();
    },
  },
  {
    name: 'webhooks',
    path: CARD,
    async then(page) {
      await answerWith(page, pathOfWebhook(testWebhook.path), FAILED_TEST);
      await showWebhooks(page);
      await page.getByRole('button', { name: `Send test for ${WEBHOOK.url}` }).click();
      await page.getByText('The receiver refused the test').waitFor();
    },
  },
  {
    name: 'webhook-menu',
    path: CARD,
    over: true,
    async then(page) {
      await showWebhooks(page);
      await page.getByRole('button', { name: `More for ${WEBHOOK.url}` }).click();
      await page.getByRole('menuitem', { name: 'New secret' }).waitFor();
    },
  },
  {
    name: 'webhook-change',
    path: CARD,
    over: true,
    async then(page) {
      await showWebhooks(page);
      await page.getByRole('button', { name: 'More for https://shop.example/hooks' }).click();
      await page.getByRole('menuitem', { name: 'Change' }).click();
      await page.getByRole('dialog', { name: 'Change webhook' }).waitFor();
    },
  },
  {
    name: 'webhook-added',
    path: CARD,
    over: true,
    async then(page) {
      await showWebhooks(page);
      await page.route(`**${listWebhooks.path}`, (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 201, json: CREATED_WEBHOOK })
          : route.fallback(),
      );
      await page.getByRole('button', { name: 'Add webhook' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add webhook' });
      await dialog.getByLabel('Address').fill(WEBHOOK.url);
      await dialog.getByRole('button', { name: 'Add webhook' }).click();
      await page.getByRole('button', { name: 'Copy Signing secret' }).waitFor();
    },
  },
  {
    name: 'webhook-deliveries',
    path: CARD,
    over: true,
    async then(page) {
      await answerWith(page, `${pathOfWebhook(listDeliveries.path)}*`, {
        items: DELIVERIES,
        nextCursor: 'next',
      });
      await showWebhooks(page);
      await page.getByRole('button', { name: `Deliveries for ${WEBHOOK.url}` }).click();
      const dialog = page.getByRole('dialog', { name: 'Deliveries' });
      await dialog.getByText('Details').first().click();
      await dialog.getByText('Busy').waitFor();
    },
  },
];
