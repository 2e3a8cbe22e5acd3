import { expect, it } from '@jest/globals';
import { accountEvent, type AccountEvent, type Connection } from '../../domain/account/account.ts';
import { foldAccount, type AccountRow } from './account-list.projection.ts';

const connection: Connection = {
  accountId: 7,
  ownerId: 'ana',
  platform: 'mastodon',
  remoteId: 'a.example/42',
  accountName: 'ana@a.example',
  displayName: null,
  server: 'https://a.example',
  limits: { text: { max: 500 } },
  connectedAt: '2030-01-01T12:00:00.000Z',
};
const ids = { accountId: 7, ownerId: 'ana' };
const connected: AccountEvent = accountEvent('AccountConnected', connection);
const refused: AccountEvent = accountEvent('AccountNeedsReconnect', {
  ...ids,
  platform: 'mastodon',
  reason: 'reconnect',
  words: null,
});
const disconnected: AccountEvent = accountEvent('AccountDisconnected', { ...ids, platform: 'mastodon' });
const limits = { text: { max: 5000 } };
const limitsRead: AccountEvent = accountEvent('AccountLimitsRead', { ...ids, limits });
const reconnected: AccountEvent = accountEvent('AccountReconnected', {
  ...connection,
  displayName: 'Ana',
  limits,
});
const replay = (...events: AccountEvent[]) =>
  events.reduce<AccountRow | undefined>((row, event) => foldAccount(row, event), undefined);

it('lists an account with the data from its platform', () => {
  expect(replay(connected)).toEqual({
    account_id: 7,
    owner_id: 'ana',
    platform: 'mastodon',
    account_name: 'ana@a.example',
    display_name: null,
    server: 'https://a.example',
    status: 'active',
    connected_at: '2030-01-01T12:00:00.000Z',
    limits: { text: { max: 500 } },
    ending_at: null,
    picture: null,
  });
});
it('shows when the permission ends, until a new login', () => {
  const endingAt = '2030-02-01T12:00:00.000Z';
  const seen: AccountEvent = accountEvent('AccountExpirySeen', { ...ids, expiresAt: endingAt });
  const renewed = (extra: object = {}): AccountEvent =>
    accountEvent('AccountCredentialsRenewed', {
      ...ids,
      cause: 'consent',
      expiresAt: null,
      renewedAt: '2030-01-30T12:00:00.000Z',
      ...extra,
    });
  expect(replay(connected, seen)).toMatchObject({ status: 'active', ending_at: endingAt });
  expect(replay(connected, seen, renewed({ cause: 'refresh' }))).toMatchObject({ ending_at: endingAt });
  expect(replay(connected, seen, renewed({ opens: 'comments' }))).toMatchObject({ ending_at: endingAt });
  expect(replay(connected, seen, renewed())).toMatchObject({ ending_at: null });
  expect(replay(connected, seen, reconnected)).toMatchObject({ ending_at: null });
});
it('shows that the account needs a new login, until the owner logs in', () => {
  expect(replay(connected, refused)).toMatchObject({ status: 'needs-reconnect' });
  expect(replay(connected, refused, reconnected)).toMatchObject({
    status: 'active',
    display_name: 'Ana',
    limits,
  });
});
it('shows an account under its new name and server', () => {
  const names = { accountName: 'ana2@b.example', displayName: 'Ana B', server: 'https://b.example' };
  const renamed: AccountEvent = accountEvent('AccountRenamed', { ...ids, ...names });
  expect(replay(connected, limitsRead, renamed)).toMatchObject({
    account_name: names.accountName,
    display_name: names.displayName,
    server: names.server,
    status: 'active',
    limits,
  });
});
it('shows the stored picture until a new connection or the disconnect', () => {
  const mediaUrl = '/media/q3vFhX0nQ2m8bYxk1TzR5A.webp';
  const stored: AccountEvent = accountEvent('AccountPictureStored', { ...ids, mediaUrl });
  expect(replay(connected, stored)).toMatchObject({ picture: mediaUrl, status: 'active' });
  expect(replay(connected, stored, refused)).toMatchObject({ picture: mediaUrl });
  expect(replay(connected, stored, refused, reconnected)).toMatchObject({ picture: null });
  expect(replay(connected, stored, disconnected)).toMatchObject({ picture: null });
  expect(replay(stored)).toBeUndefined();
});
it('keeps the row with the name of a disconnected account', () => {
  expect(replay(connected, disconnected)).toMatchObject({
    status: 'disconnected',
    account_name: 'ana@a.example',
  });
});
it('shows changed limits of the account', () => {
  expect(replay(connected, limitsRead)).toMatchObject({ limits, status: 'active' });
});
it('does not add a row for an account that was never connected', () => {
  expect(replay(refused)).toBeUndefined();
  expect(replay(disconnected)).toBeUndefined();
  expect(replay(limitsRead)).toBeUndefined();
});
