import { readViewOf } from '#infrastructure/readers/read-views.ts';
import { folding } from '@posthorn/event-sourcing';
import { rowProjection, rowTable, type RowOf } from '#infrastructure/readers/row-table.ts';
import type { AccountConnectionEvent } from '#modules/integrations/ports/events.ts';

/** The column names differ from those of posts, because one statement reads both tables. */
const LOST_ACCOUNT = rowTable('scheduling_lost_account', 'lost_account_id', {
  lost_account_id: 'bigint not null',
  lost_owner_id: 'text not null',
});
type LostAccountRow = RowOf<typeof LOST_ACCOUNT>;

/** The row of an account; undefined while it is not disconnected. */
export const foldLostAccount = folding<
  LostAccountRow | undefined,
  Pick<AccountConnectionEvent, 'type' | 'data'>
>({
  AccountDisconnected: (_, { data }) => ({ lost_account_id: data.accountId, lost_owner_id: data.ownerId }),
  AccountConnected: () => undefined,
  AccountReconnected: () => undefined,
});

/** The read model of disconnected accounts. Posts that are scheduled on them need their owner. */
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

/**
 * A condition in statements about `scheduling_post`: the post is still to be published on a disconnected
 * account.
 */
export const WILL_BE_LOST = `(open and exists (
  select from json_array_elements(targets) target
  join ${LOST_ACCOUNTS_VIEW} on lost_account_id = (target ->> 'accountId')::bigint
  where lost_owner_id = owner_id and target ->> 'status' in ('scheduled', 'publishing')))`;

/**
 * `WILL_BE_LOST` for the posts of owner `$1`. First checks once whether the owner has a disconnected account,
 * which is rare.
 */
export const OWNER_WILL_LOSE_ACCOUNT = `exists (
  select from ${LOST_ACCOUNTS_VIEW} where lost_owner_id = $1) and ${WILL_BE_LOST}`;
