import { readViewOf } from '#infrastructure/readers/read-views.ts';
import { folding } from '@posthorn/event-sourcing';
import { rowProjection, rowTable, type RowOf } from '#infrastructure/readers/row-table.ts';
import { userStream, type UserEvent } from '../../domain/user/user.ts';

const USER = rowTable('identity_user', 'id', {
  id: 'text not null',
  username: 'text not null',
  email: 'text',
  first_name: 'text',
  last_name: 'text',
  handle: 'text',
  personality: 'text',
  timezone: 'text not null',
  created_at: 'timestamptz not null',
});
export type UserRow = RowOf<typeof USER>;

export const foldUser = folding<UserRow | undefined, UserEvent>({
  UserRegistered: (_, { data }) => ({
    id: data.userId,
    username: data.username,
    email: data.email,
    first_name: null,
    last_name: null,
    handle: null,
    personality: null,
    timezone: 'UTC',
    created_at: data.registeredAt,
  }),
  UserRenamed: (row, { data }) => row && { ...row, first_name: data.firstName, last_name: data.lastName },
  HandleChanged: (row, { data }) => row && { ...row, handle: data.handle },
  PersonalityChanged: (row, { data }) => row && { ...row, personality: data.personality },
  TimezoneChanged: (row, { data }) => row && { ...row, timezone: data.timezone },
  EmailChanged: (row, { data }) => row && { ...row, email: data.email },
  // The row does not change. This event only makes the screens of the user reload, so that they show the unverified address.
  EmailChangeRequested: (row) => row,
});

/** The current profile of each user. */
export const userList = rowProjection<UserRow, UserEvent>({
  name: 'identity.users',
  version: 2,
  categories: [userStream.category],
  table: USER,
  owner: 'id',
  keyOf: ({ data }) => data.userId,
  fold: foldUser,
  touched: ({ id }) => ({ userId: id, topic: 'user' }),
});
export const USERS_VIEW = readViewOf(userList, 'identity_user');
