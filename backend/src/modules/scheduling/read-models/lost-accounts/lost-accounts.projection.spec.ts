import { expect, it } from '@jest/globals';
import { foldLostAccount } from './lost-accounts.projection.ts';

const data = { accountId: 3, ownerId: 'ana' };
const row = { lost_account_id: 3, lost_owner_id: 'ana' };

it('contains an account from its disconnection until it is connected again', () => {
  expect(foldLostAccount(undefined, { type: 'AccountDisconnected', data })).toEqual(row);
  expect(foldLostAccount(row, { type: 'AccountReconnected', data })).toBeUndefined();
  expect(foldLostAccount(row, { type: 'AccountConnected', data })).toBeUndefined();
});
it('does not contain a newly connected account', () => {
  expect(foldLostAccount(undefined, { type: 'AccountConnected', data })).toBeUndefined();
});
