import { keyedRows } from '#infrastructure/projections/keyed-rows.ts';
import type { Projection } from '#infrastructure/projections/projection.ts';
import type { AccountConnectionEvent } from '#modules/integrations/public.ts';

/** Columns are named apart from those of posts, in whose statements they stand. */
export type LostAccountRow = Readonly<{ lost_account_id: number; lost_owner_id: string }>;

/** There is a row while the account is disconnected. */
export function foldLostAccount(
  row: LostAccountRow | undefined,
  { type, data }: Pick<AccountConnectionEvent, 'type' | 'data'>,
): LostAccountRow | undefined {
  switch (type) {
    case 'AccountDisconnected':
      return { lost_account_id: data.accountId, lost_owner_id: data.ownerId };
    case 'AccountConnected':
    case 'AccountReconnected':
      return undefined;
    default:
      // The stream has other events too.
      return row;
  }
}

/** The accounts that are disconnected: what is scheduled on one of them needs its owner. */
export const lostAccounts: Projection<AccountConnectionEvent> = {
  name: 'scheduling.lost-accounts',
  version: 1,
  categories: ['account'],
  tables: {
    scheduling_lost_account: 'lost_account_id bigint primary key, lost_owner_id text not null',
  },
  personal: { scheduling_lost_account: 'lost_owner_id' },
  indexes: ['create index on {schema}.scheduling_lost_account (lost_owner_id)'],
  apply: keyedRows<LostAccountRow, AccountConnectionEvent>({
    table: 'scheduling_lost_account',
    key: 'lost_account_id',
    keyOf: ({ type, data }) =>
      ['AccountDisconnected', 'AccountConnected', 'AccountReconnected'].includes(type)
        ? data.accountId
        : null,
    columns: { lost_account_id: 'bigint', lost_owner_id: 'text' },
    fold: foldLostAccount,
    touched: ({ lost_owner_id: userId }) => ({ userId, topic: 'posts' }),
  }),
};

/** In a statement about `scheduling_post`: some of it is still to go out on an account that is disconnected. */
export const WILL_BE_LOST = `(open and exists (
  select from json_array_elements(targets) target
  join read_v1.scheduling_lost_account on lost_account_id = (target ->> 'accountId')::bigint
  where lost_owner_id = owner_id and target ->> 'status' in ('scheduled', 'publishing')))`;

/** The same, for the posts of `$1`: asked once whether any account of theirs is disconnected, which is rare. */
export const WILL_BE_LOST_OF_OWNER = `exists (
  select from read_v1.scheduling_lost_account where lost_owner_id = $1) and ${WILL_BE_LOST}`;
