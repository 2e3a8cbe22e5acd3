import { specify } from '@posthorn/event-sourcing/testing';
import { DAY_MS } from '@posthorn/contracts/shared/durations';
import { expect, it } from '@jest/globals';
import {
  accountEvent,
  accountStream,
  connect,
  disconnect,
  needReconnect,
  noteExpiry,
  noteGrant,
  noteLimits,
  notePicture,
  pictureOf,
  type AccountEvent,
  type Connection,
} from './account.ts';

const given = specify(accountStream);
const connection: Connection = {
  accountId: 7,
  ownerId: 'ana',
  platform: 'bluesky',
  remoteId: 'did:plc:ana',
  accountName: 'ana.bsky.social',
  displayName: 'Ana',
  server: 'https://pds.example',
  limits: { text: { max: 300 }, confirmed: '2030-01-01' },
  connectedAt: '2030-01-01T12:00:00.000Z',
};
const ids = { accountId: 7, ownerId: 'ana' };
const mediaUrl = '/media/q3vFhX0nQ2m8bYxk1TzR5A.webp';
const connected: AccountEvent = accountEvent('AccountConnected', connection);
const refused: AccountEvent = accountEvent('AccountNeedsReconnect', {
  ...ids,
  platform: 'bluesky',
  reason: 'reconnect',
  words: 'Token has been revoked',
});
const disconnected: AccountEvent = accountEvent('AccountDisconnected', { ...ids, platform: 'bluesky' });
const newConnection = { ...connection, accountName: 'ana.example', connectedAt: '2030-02-01T12:00:00.000Z' };
const renamed = {
  ...({ type: 'AccountRenamed', schema: 1 } as const),
  data: { ...ids, accountName: 'ana.example', displayName: 'Ana', server: 'https://pds.example' },
};
const consented = {
  ...ids,
  cause: 'consent' as const,
  expiresAt: '2030-03-01T00:00:00.000Z',
  renewedAt: newConnection.connectedAt,
};
const reconnected: AccountEvent = accountEvent('AccountReconnected', newConnection);

const { connectedAt: consentAt } = connection;
const finding = { reason: 'reconnect', words: 'Token has been revoked', consentAt };
const renewedBy = (cause: 'refresh' | 'consent'): AccountEvent =>
  accountEvent('AccountCredentialsRenewed', {
    ...ids,
    cause,
    expiresAt: null,
    renewedAt: '2030-01-15T12:00:00.000Z',
  });

it('connects an account', () => {
  given()
    .when((account) => connect(account, connection, null))
    .then(connected);
});
it('accepts new credentials after the old ones were refused', () => {
  given(connected, refused)
    .when((account) => connect(account, newConnection, null))
    .then(reconnected);
});
it('connects the same account again after a disconnect', () => {
  given(connected, disconnected)
    .when((account) => connect(account, newConnection, null))
    .then(reconnected);
});
it('makes an account active again after a reconnect', () => {
  given(connected, refused, reconnected)
    .when((account) => connect(account, newConnection, null))
    .then(accountEvent('AccountCredentialsRenewed', { ...consented, expiresAt: null }));
});
it('records once that credentials were refused', () => {
  const decide = (...events: AccountEvent[]) =>
    given(...events).when((account) => needReconnect(account, finding));
  decide(connected).then(refused);
  decide(connected, refused).then();
  decide(connected, disconnected).then();
  decide().then();
});
it('ignores a refusal of the earlier permission after the owner gave a new one', () => {
  given(connected, renewedBy('consent'))
    .when((account) => needReconnect(account, finding))
    .then();
  given(connected, renewedBy('refresh'))
    .when((account) => needReconnect(account, finding))
    .then(refused);
});
it('restores the same account from its summary, at any point of its history', () => {
  const failed: AccountEvent = accountEvent('AccountRenewalFailed', {
    ...ids,
    words: null,
    failedAt: '2030-01-20T12:00:00.000Z',
  });
  const limits: AccountEvent = accountEvent('AccountLimitsRead', { ...ids, limits: { text: { max: 500 } } });
  const { initial, evolve, summary } = accountStream;
  const fold = (events: readonly AccountEvent[], from = initial) => events.reduce(evolve, from);
  expect(summary?.of?.(initial)).toBeNull();
  const history = [
    connected,
    renewedBy('refresh'),
    failed,
    limits,
    renewedBy('consent'),
    renamed,
    accountEvent('AccountPictureStored', { ...ids, mediaUrl }),
    renewedBy('consent'),
    accountEvent('AccountExpirySeen', { ...ids, expiresAt: '2030-03-01T12:00:00.000Z' }),
    refused,
    disconnected,
  ];
  for (const [index] of history.entries()) {
    const state = fold(history.slice(0, index + 1));
    const summed = summary?.of?.(state);
    expect(summed && fold([summed])).toEqual(state);
    expect(summed && fold([reconnected, summed])).toEqual(state);
  }
  for (const start of [connected, reconnected]) expect(fold([...history, start])).toEqual(fold([start]));
});
it('renews and renames an active account at a new login, and connects an account in any other state', () => {
  const decide = (...events: AccountEvent[]) =>
    given(...events).when((account) => connect(account, newConnection, consented.expiresAt));
  const renewal: AccountEvent = accountEvent('AccountCredentialsRenewed', consented);
  decide().then({ ...connected, data: newConnection });
  decide(connected).then(renewal, renamed);
  decide(connected, renamed).then(renewal);
  decide(connected, refused).then(reconnected);
  decide(connected, disconnected).then(reconnected);
});
it('shows the picture of an account until the connection ends, and records none afterwards', () => {
  const stored: AccountEvent = accountEvent('AccountPictureStored', { ...ids, mediaUrl });
  const note = (...events: AccountEvent[]) =>
    given(...events).when((account) => notePicture(account, mediaUrl));
  note(connected).then(stored);
  note(connected, stored, { ...renamed }).then(stored);
  note(connected, refused).then();
  note(connected, disconnected).then();
  note().then();
  const { initial, evolve } = accountStream;
  const shown = (...events: AccountEvent[]) => pictureOf(events.reduce(evolve, initial));
  expect(shown(connected)).toBeNull();
  expect(shown(connected, stored)).toBe(mediaUrl);
  expect(shown(connected, stored, renamed, refused)).toBe(mediaUrl);
  expect(shown(connected, stored, refused, reconnected)).toBeNull();
  expect(shown(connected, stored, disconnected)).toBeNull();
});
it('keeps the names and the server of the last login', () => {
  const { initial, evolve } = accountStream;
  const moved = { ...renamed.data, displayName: null, server: 'https://other.example' };
  const events: AccountEvent[] = [connected, renamed, { ...renamed, data: moved }];
  expect(events.reduce(evolve, initial)).toMatchObject({ status: 'active', connection: moved, consentAt });
});
it('disconnects an account for its owner, even when its credentials were refused', () => {
  given(connected)
    .when((account) => disconnect(account, 'ana'))
    .then(disconnected);
  given(connected, refused)
    .when((account) => disconnect(account, 'ana'))
    .then(disconnected);
});
it("refuses to disconnect a stranger's account or a disconnected account", () => {
  const missing = 'integrations.account-missing';
  given(connected)
    .when((account) => disconnect(account, 'eve'))
    .thenRejects(missing);
  given(connected, disconnected)
    .when((account) => disconnect(account, 'ana'))
    .thenRejects(missing);
  given()
    .when((account) => disconnect(account, 'ana'))
    .thenRejects(missing);
});
it('records limits only when they have changed', () => {
  const note = (limits: Connection['limits'], ...events: AccountEvent[]) =>
    given(...events).when((account) => noteLimits(account, limits));
  const limits = { text: { max: 5000 }, confirmed: '2030-02-01' };
  const limitsRead: AccountEvent = accountEvent('AccountLimitsRead', { ...ids, limits });
  note({ ...connection.limits, confirmed: '2030-02-01' }, connected).then();
  note({ confirmed: '2030-02-01', text: connection.limits['text'] ?? null }, connected).then();
  note(limits, connected).then(limitsRead);
  note(limits, connected, limitsRead).then();
  note(limits, connected, disconnected).then();
});

const endsAt = '2030-03-01T12:00:00.000Z';
const daysBefore = (days: number) => new Date(Date.parse(endsAt) - days * DAY_MS);
const expiry: AccountEvent = accountEvent('AccountExpirySeen', { ...ids, expiresAt: endsAt });

it('records once, a week ahead, that the permission ends', () => {
  const decide = (now: Date, ...events: AccountEvent[]) =>
    given(...events).when((state) => noteExpiry(state, endsAt, now));
  decide(daysBefore(8), connected).then();
  decide(daysBefore(7), connected).then(expiry);
  decide(daysBefore(6), connected, expiry).then();
  decide(daysBefore(0), connected).then();
  decide(daysBefore(6), connected, refused).then();
  given(connected)
    .when((state) => noteExpiry(state, null, daysBefore(6)))
    .then();
});
it('records the end again for a new permission, but not when a separate consent only opens more', () => {
  given(connected, expiry, refused, reconnected)
    .when((state) => noteExpiry(state, endsAt, daysBefore(6)))
    .then(expiry);
  given(connected, expiry)
    .when((state) => [
      ...noteGrant(state, 'ana', { opens: 'comments', renewedAt: endsAt }),
      ...noteExpiry(state, endsAt, daysBefore(6)),
    ])
    .then(
      accountEvent('AccountCredentialsRenewed', {
        ...ids,
        cause: 'consent',
        expiresAt: null,
        renewedAt: endsAt,
        opens: 'comments',
      }),
    );
});
