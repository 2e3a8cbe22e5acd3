import { readViewOf } from '#infrastructure/readers/read-views.ts';
import { folding } from '@posthorn/event-sourcing';
import { rowProjection, rowTable, type RowOf } from '#infrastructure/readers/row-table.ts';
import { userStream, type IdentityLinked, type IdentityUnlinked } from '../../domain/user/user.ts';

const LINKED_SIGN_IN = rowTable('identity_linked_sign_in', ['user_id', 'provider'], {
  user_id: 'text not null',
  provider: 'text not null',
  linked_at: 'timestamptz not null',
});
type LinkedSignInRow = RowOf<typeof LINKED_SIGN_IN>;
type LinkEvent = IdentityLinked | IdentityUnlinked;

export const foldLink = folding<LinkedSignInRow | undefined, LinkEvent>({
  IdentityLinked: (_, { data }) => ({
    user_id: data.userId,
    provider: data.provider,
    linked_at: data.linkedAt,
  }),
  IdentityUnlinked: () => undefined,
});

/** The providers with which each user can sign in. */
export const linkedSignIns = rowProjection<LinkedSignInRow, LinkEvent>({
  name: 'identity.linked-sign-ins',
  version: 1,
  categories: [userStream.category],
  table: LINKED_SIGN_IN,
  owner: 'user_id',
  keyOf: ({ data }) => [data.userId, data.provider],
  fold: foldLink,
  touched: ({ user_id: userId }) => ({ userId, topic: 'user' }),
});
export const LINKED_SIGN_INS_VIEW = readViewOf(linkedSignIns, 'identity_linked_sign_in');
