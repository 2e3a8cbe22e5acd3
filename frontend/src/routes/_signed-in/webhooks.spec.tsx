import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  replay,
  rotateWebhook,
  takeOverWebhook,
  testWebhook,
  WEBHOOK_TEXT,
  type ChangeWebhookRequest,
  type CreateWebhookRequest,
  type DeliveryView,
  type WebhookView,
} from '@posthorn/contracts/external/webhooks.http';
import { appState, currentUser, listSessions } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { beforeEach, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aUser } from '#testing/views.ts';

const user = userEvent.setup();
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const URL = 'https://hooks.example/ana';
let webhooks: readonly WebhookView[];
let creations: CreateWebhookRequest[];
let changes: ChangeWebhookRequest[];

const aWebhook = (overrides: Partial<WebhookView> = {}): WebhookView => ({
  id: 'w1',
  url: URL,
  types: ['publication.*', 'plan.changed', 'post.edited'],
  state: 'active',
  suspendedBecause: null,
  pausedUntil: null,
  lastSuccessAt: null,
  failingSince: null,
  addedAt: '2026-11-20T09:00:00.000Z',
  tokenId: null,
  scopes: null,
  asksOwner: false,
  ...overrides,
});
const aDelivery = (overrides: Partial<DeliveryView> = {}): DeliveryView => ({
  eventId: 'evt_1',
  type: 'publication.published',
  state: 'delivered',
  attempts: 1,
  lastStatus: 200,
  lastAnswer: 'ok',
  lastError: null,
  lastErrorCode: null,
  nextAt: null,
  at: '2020-11-20T09:00:00.000Z',
  ...overrides,
});

beforeEach(() => {
  webhooks = [aWebhook()];
  creations = [];
  changes = [];
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(listAccounts, () => []);
  answer(listSessions, () => []);
  answer(listWebhooks, () => webhooks);
  answer(createWebhook, (request) => {
    creations.push(request);
    const webhook = aWebhook({ id: 'w9', ...request });
    webhooks = [webhook, ...webhooks];
    return { ...webhook, secret: SECRET };
  });
  answer(changeWebhook, ({ resume, ...request }) => {
    changes.push({ ...request, ...(resume && { resume }) });
    const changed = { ...aWebhook(), ...request };
    webhooks = [changed];
    return changed;
  });
  answer(deleteWebhook, () => {
    webhooks = [];
  });
});

const openTab = async () => {
  renderApp('/settings');
  const card = within(await screen.findByRole('region', { name: 'API Access' }));
  await user.click(await card.findByRole('tab', { name: 'Webhooks' }));
  await card.findByRole('button', { name: 'Add webhook' });
  return card;
};
const openMenu = async (item: string) => {
  await user.click(screen.getByRole('button', { name: `More for ${URL}` }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};

it("shows each webhook's URL and events, and whether deliveries succeed", async () => {
  webhooks = [
    aWebhook({ lastSuccessAt: new Date(Date.now() - 5 * 60_000).toISOString() }),
    aWebhook({ id: 'w2', url: 'https://b.example', types: ['*'], failingSince: '2020-11-20T09:00:00.000Z' }),
  ];
  const card = await openTab();
  card.getByText(URL);
  card.getByText('Publishing, Plan, 1 type of event');
  card.getByText('Last arrived 5 min ago');
  card.getByText('All events');
  card.getByText('Nothing has arrived since Fri 20 Nov 2020, 09:00');
  expect(card.getAllByText('Active')).toHaveLength(2);
  card.getByText('2 of 10 webhooks.');
  expect(await accessibilityFaults()).toEqual([]);
});
it.each([
  [{ state: 'suspended', suspendedBecause: 'gone' }, 'Suspended', /address no longer exists \(410\)/u],
  [{ state: 'suspended', suspendedBecause: 'failing' }, 'Suspended', /arrived for 5 days/u],
  [{ state: 'suspended', suspendedBecause: 'not-me' }, 'Suspended', /If this webhook is yours, resume it/u],
  [
    { state: 'paused', pausedUntil: '2099-01-01T10:00:00.000Z' },
    'Paused',
    /Sending continues: Thu 1 Jan 2099, 10:00/u,
  ],
] as const)(
  'explains why a webhook is suspended or paused, and resumes it: %j',
  async (overrides, word, why) => {
    webhooks = [aWebhook(overrides)];
    const card = await openTab();
    card.getByText(word);
    card.getByText(why);
    await user.click(card.getByRole('button', { name: /^Resume/u }));
    await screen.findByText('Webhook resumed');
    expect(changes).toEqual([{ resume: true }]);
    await card.findByText('Active');
  },
);

it.each([
  [{ state: 'suspended', suspendedBecause: 'token-ended', tokenId: 't1' }, /was deleted or has expired/u],
  [{ asksOwner: true }, /even those that the token may not see/u],
] as const)('lets the user take over a webhook that a token created: %j', async (overrides, why) => {
  webhooks = [aWebhook(overrides)];
  answer(takeOverWebhook, () => {
    webhooks = [aWebhook()];
    return aWebhook();
  });
  const card = await openTab();
  card.getByText(why);
  expect(card.queryByRole('button', { name: /^Resume/u })).toBeNull();
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(card.getByRole('button', { name: `Take over for ${URL}` }));
  await screen.findByText('The webhook is yours');
  await waitFor(() => {
    expect(card.queryByText(why)).toBeNull();
  });
});

it('asks a user with an old sign-in to sign in again, and returns to this screen', async () => {
  webhooks = [aWebhook({ asksOwner: true })];
  refuse(takeOverWebhook, 403, {
    code: 'identity.not-fresh',
    variant: 'webhook',
    message: WEBHOOK_TEXT.notFresh,
  });
  refuse(createWebhook, 403, {
    code: 'identity.not-fresh',
    variant: 'webhook',
    message: WEBHOOK_TEXT.notFresh,
  });
  const card = await openTab();
  await user.click(card.getByRole('button', { name: `Take over for ${URL}` }));
  await card.findByText(WEBHOOK_TEXT.notFresh);
  const link = { name: 'Sign in again and come back here' };
  expect(card.getByRole('link', link).getAttribute('href')).toBe('/login?next=%2Fsettings');
  await user.click(card.getByRole('button', { name: 'Add webhook' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add webhook' }));
  await user.type(form.getByLabelText('Address'), 'https://example.com/hooks');
  await user.click(form.getByRole('button', { name: 'Add webhook' }));
  await form.findByText(WEBHOOK_TEXT.notFresh);
  form.getByRole('link', link);
});

it('says which webhook stops with its token, and offers to delete one that needs a decision', async () => {
  webhooks = [aWebhook({ tokenId: 't1', scopes: ['posts:read'] }), aWebhook({ id: 'w2', asksOwner: true })];
  const card = await openTab();
  card.getByText(/stops when the token does$/u);
  await user.click(card.getByRole('button', { name: `Delete for ${URL}` }));
  await screen.findByRole('alertdialog', { name: 'Delete this webhook?' });
});

it('adds a webhook with the default events, and shows its secret once', async () => {
  webhooks = [];
  const card = await openTab();
  card.getByText('You have no webhook yet.');
  await user.click(card.getByRole('button', { name: 'Add webhook' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add webhook' }));
  await user.type(form.getByLabelText('Address'), ` ${URL}`);
  expect(await accessibilityFaults()).toEqual([]);
  const button = form.getByRole('button', { name: 'Add webhook' });
  fireEvent.click(button);
  fireEvent.click(button);
  const shown = within(await screen.findByRole('dialog', { name: 'Your new webhook' }));
  expect(creations).toEqual([{ url: URL, types: ['publication.published', 'publication.failed'] }]);
  shown.getByText(SECRET);
  expect(document.activeElement).toBe(shown.getByRole('button', { name: 'Copy Signing secret' }));
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(shown.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText(SECRET)).toBeNull();
  await card.findByText(URL);
});
it('selects whole groups, single types, and all events', async () => {
  await openTab();
  await openMenu('Change');
  const form = within(await screen.findByRole('dialog', { name: 'Change webhook' }));
  const box = (name: string | RegExp) => form.getByRole<HTMLInputElement>('checkbox', { name });
  expect(box('Publishing').checked).toBe(true);
  expect(box('Posts').indeterminate).toBe(true);
  await user.click(box('Publishing'));
  await user.click(box('Accounts'));
  await user.click(box(/^Comment received/u));
  await user.click(form.getByRole('button', { name: 'Save' }));
  await screen.findByText('Webhook changed');
  expect(changes).toEqual([
    { url: URL, types: ['post.edited', 'account.*', 'comment.received', 'plan.changed'] },
  ]);
  await openMenu('Change');
  const again = within(await screen.findByRole('dialog', { name: 'Change webhook' }));
  await user.click(again.getByRole('checkbox', { name: 'All events' }));
  await user.click(again.getByRole('button', { name: 'Save' }));
  await screen.findByText('All events');
  expect(changes.at(-1)?.types).toEqual(['*']);
});
it('leaves the dialog of another webhook open when the server answers the first dialog', async () => {
  webhooks = [aWebhook(), aWebhook({ id: 'w2', url: 'https://b.example' })];
  let respond: (() => void) | undefined;
  answer(changeWebhook, async () => {
    await new Promise<void>((resolve) => {
      respond = resolve;
    });
    return aWebhook();
  });
  const card = await openTab();
  await openMenu('Change');
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(respond).toBeDefined();
  });
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(card.getByRole('button', { name: 'Add webhook' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add webhook' });
  respond?.();
  await screen.findByText('Webhook changed');
  expect(dialog.isConnected).toBe(true);
});
it('refuses invalid input before sending, and keeps the input when the server refuses', async () => {
  refuse(createWebhook, 422, {
    code: 'external.address-not-allowed',
    message: WEBHOOK_TEXT.addressNotAllowed,
    fields: { url: WEBHOOK_TEXT.addressNotAllowed },
  });
  const card = await openTab();
  await user.click(card.getByRole('button', { name: 'Add webhook' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add webhook' }));
  const save = () => user.click(form.getByRole('button', { name: 'Add webhook' }));
  await save();
  await form.findByText(WEBHOOK_TEXT.urlRequired);
  await user.type(form.getByLabelText('Address'), 'http://hooks.example');
  await form.findByText(WEBHOOK_TEXT.addressNotAllowed);
  await user.clear(form.getByLabelText('Address'));
  await user.type(form.getByLabelText('Address'), 'https://localhost');
  await user.click(form.getByRole('checkbox', { name: 'All events' }));
  await user.click(form.getByRole('checkbox', { name: 'All events' }));
  await save();
  await form.findByText(WEBHOOK_TEXT.typesRequired);
  await user.click(form.getByRole('checkbox', { name: 'Plan' }));
  await save();
  await form.findByText(WEBHOOK_TEXT.addressNotAllowed);
  expect(form.getByLabelText('Address')).toHaveProperty('value', 'https://localhost');
});

it.each([
  [{ delivered: true, status: 204, answer: '' }, ['The test arrived: 204 in 12 ms.']],
  [{ status: 500, answer: 'oops' }, ['The receiver refused the test: 500 in 12 ms.', 'oops']],
  [{ error: 'No answer within 15 s' }, ['The test did not arrive.', 'No answer within 15 s']],
  [{ error: 'Keine Antwort.', errorCode: 'timeout' }, ['The receiver did not answer in time.']],
])("sends a test, and shows the receiver's response: %j", async (outcome, words) => {
  answer(testWebhook, () => ({
    delivered: false,
    status: null,
    answer: null,
    error: null,
    errorCode: null,
    tookMs: 12,
    ...outcome,
  }));
  const card = await openTab();
  await user.click(card.getByRole('button', { name: `Send test for ${URL}` }));
  for (const each of words) await card.findByText(each);
  expect(await accessibilityFaults()).toEqual([]);
});
it('creates a new secret, shows it once, and says how long the old secret works', async () => {
  answer(rotateWebhook, () => ({ secret: SECRET, oldUntil: '2099-01-02T09:00:00.000Z' }));
  await openTab();
  await openMenu('New secret');
  const question = within(await screen.findByRole('dialog', { name: 'Create a new secret?' }));
  question.getByText(/^For 24 hours/u);
  await user.click(question.getByRole('button', { name: 'Create new secret' }));
  const shown = within(await screen.findByRole('dialog', { name: 'Your new secret' }));
  shown.getByText(SECRET);
  shown.getByText('The old secret also works until Fri 2 Jan 2099, 09:00.');
});
it('asks before it deletes a webhook', async () => {
  const card = await openTab();
  await openMenu('Delete');
  await screen.findByRole('alertdialog', { name: 'Delete this webhook?' });
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await screen.findByText('Webhook deleted');
  card.getByText('You have no webhook yet.');
  expect(document.activeElement).toBe(card.getByRole('button', { name: 'Add webhook' }));
});

it('lists deliveries by state and page, and sends them again', async () => {
  const requests: string[] = [];
  answer(listDeliveries, (_, __, query) => {
    requests.push(query.toString());
    if (query.get('state') === 'failed') return { items: [], nextCursor: null };
    return query.get('cursor') === null
      ? {
          items: [
            aDelivery(),
            aDelivery({
              eventId: 'evt_2',
              type: 'later.type',
              state: 'waiting',
              attempts: 3,
              lastStatus: 503,
              lastAnswer: 'later',
              nextAt: new Date(Date.now() + 5 * 60_000).toISOString(),
            }),
          ],
          nextCursor: 'c2',
        }
      : { items: [aDelivery({ eventId: 'evt_3', type: 'plan.changed' })], nextCursor: null };
  });
  const sent: unknown[] = [];
  answer(redeliver, (_, { eventId }) => {
    sent.push(eventId);
    return aDelivery({ state: 'waiting' });
  });
  answer(replay, ({ after }) => {
    sent.push({ after });
    return { deliveries: 10_000, last: 'evt_9', more: true };
  });
  const card = await openTab();
  await user.click(card.getByRole('button', { name: `Deliveries for ${URL}` }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Deliveries' }));
  await dialog.findByText('later.type', { selector: 'code' });
  dialog.getByText('3 attempts · answer 503 · next try in 5 min');
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Show more' }));
  await dialog.findByText('Plan changed');
  await user.click(dialog.getByRole('button', { name: 'Send again publication.published' }));
  await screen.findByText('Sending again now');
  const [since] = dialog.getAllByRole('button', { name: 'Send all since' });
  if (since) await user.click(since);
  await screen.findByRole('alertdialog', { name: 'Send all later events again?' });
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  await screen.findByText('10000 events are being sent again');
  expect(sent).toEqual(['evt_1', { after: 'evt_1' }]);
  await user.selectOptions(dialog.getByLabelText('Show'), 'Failed');
  await dialog.findByText(/^No deliveries here\./u);
  expect(requests).toEqual(expect.arrayContaining(['', 'cursor=c2', 'state=failed']));
});
it("shows why a delivery had no response, in the product's own sentence by the code of the server", async () => {
  const lost = { state: 'failed', lastStatus: null, lastAnswer: null } as const;
  const items = [
    aDelivery({ ...lost, lastError: 'Das sagt der Server.', lastErrorCode: 'reset' }),
    aDelivery({ ...lost, eventId: 'evt_2', lastError: 'Stored by another release.' }),
  ];
  answer(listDeliveries, () => ({ items, nextCursor: null }));
  const card = await openTab();
  await user.click(card.getByRole('button', { name: `Deliveries for ${URL}` }));
  await screen.findByText('The receiver closed the connection.');
  await screen.findByText('Stored by another release.');
  expect(screen.queryByText(/Das sagt der Server/u)).toBeNull();
});
it('does not offer to redeliver events to a suspended webhook', async () => {
  webhooks = [aWebhook({ state: 'suspended', suspendedBecause: 'gone' })];
  answer(listDeliveries, () => ({ items: [aDelivery({ state: 'failed' })], nextCursor: null }));
  const card = await openTab();
  await user.click(card.getByRole('button', { name: `Deliveries for ${URL}` }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Deliveries' }));
  await dialog.findByText('This webhook is suspended. Resume it to send again.');
  await dialog.findByText('Published');
  expect(dialog.queryByRole('button', { name: /^Send/u })).toBeNull();
});
