import { readViewOf } from '#infrastructure/readers/read-views.ts';
import { folding } from '@posthorn/event-sourcing';
import { rowProjection, rowTable, type RowOf } from '#infrastructure/readers/row-table.ts';
import type { AccountConnectionEvent } from '#modules/integrations/ports/events.ts';

/** Columns are named apart from those of posts, in whose statements they stand. */
const LOST_ACCOUNT = rowTable('scheduling_lost_account', 'lost_account_id', {
  lost_account_id: 'bigint not null',
  lost_owner_id: 'text not null',
});
type LostAccountRow = RowOf<typeof LOST_ACCOUNT>;

/** There is a row while the account is disconnected. */
export const foldLostAccount = folding<
  LostAccountRow | undefined,
  Pick<AccountConnectionEvent, 'type' | 'data'>
>({
  AccountDisconnected: (_, { data }) => ({ lost_account_id: data.accountId, lost_owner_id: data.ownerId }),
  AccountConnected: () => undefined,
  AccountReconnected: () => undefined,
});

/** The accounts that are disconnected: what is scheduled on one of them needs its owner. */
export const lostAccounts = rowProjection<LostAccountRow, AccountConnectionEvent>({
  name: 'scheduling.lost-accounts',
  version: 1,
  categories: ['account'],
  table: LOST_ACCOUNT,
  owner: 'lost_owner_id',
  indexes: ['create index on {schema}.scheduling_lost_account (lost_owner_id)'],
  keyOf: ({ data }) => data.accountId,
  fold: foldLostAccount,
  touched: ({ lost_owner_id: userId }) => ({ userId, topic: 'posts' }),
});
const LOST_ACCOUNTS_VIEW = readViewOf(lostAccounts, 'scheduling_lost_account');

/** In a statement about `scheduling_post`: some of it is still to go out on an account that is disconnected. */
export const WILL_BE_LOST = `(open and exists (
  select from json_array_elements(targets) target
  join ${LOST_ACCOUNTS_VIEW} on lost_account_id = (target ->> 'accountId')::bigint
  where lost_owner_id = owner_id and target ->> 'status' in ('scheduled', 'publishing')))`;

/** The same, for the posts of `$1`: asked once whether any account of theirs is disconnected, which is rare. */
export const WILL_BE_LOST_OF_OWNER = `exists (
  select from ${LOST_ACCOUNTS_VIEW} where lost_owner_id = $1) and ${WILL_BE_LOST}`;
