import { assertNever } from '@posthorn/event-sourcing';
import type { LoggedEvent } from '#infrastructure/log/logged-event.ts';
import { keyedRows } from '#infrastructure/projections/keyed-rows.ts';
import type { Projection } from '#infrastructure/projections/projection.ts';
import { userStream, type UserEvent } from '../../domain/user.ts';

export type UserRow = Readonly<{
  id: string;
  username: string;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  handle: string | null;
  personality: string | null;
  timezone: string;
  created_at: string;
}>;

/** Every user as they are now. */
export const userList: Projection<UserEvent> = {
  name: 'identity.users',
  version: 2,
  categories: [userStream.category],
  tables: {
    identity_user: `id text primary key, username text not null, email text, first_name text,
      last_name text, handle text, personality text, timezone text not null, created_at timestamptz not null`,
  },
  personal: { identity_user: 'id' },
  apply: keyedRows<UserRow, UserEvent>({
    table: 'identity_user',
    key: 'id',
    keyOf: (event) => event.data.userId,
    columns: {
      id: 'text',
      username: 'text',
      email: 'text',
      first_name: 'text',
      last_name: 'text',
      handle: 'text',
      personality: 'text',
      timezone: 'text',
      created_at: 'timestamptz',
    },
    fold: foldUser,
    touched: ({ id }) => ({ userId: id, topic: 'user' }),
  }),
};

export function foldUser(
  row: UserRow | undefined,
  event: UserEvent | LoggedEvent<UserEvent>,
): UserRow | undefined {
  const { type, data } = event;
  switch (type) {
    case 'UserRegistered':
      return {
        id: data.userId,
        username: data.username,
        email: data.email,
        first_name: null,
        last_name: null,
        handle: null,
        personality: null,
        timezone: 'UTC',
        created_at: data.registeredAt,
      };
    case 'UserRenamed':
      return row && { ...row, first_name: data.firstName, last_name: data.lastName };
    case 'HandleChanged':
      return row && { ...row, handle: data.handle };
    case 'PersonalityChanged':
      return row && { ...row, personality: data.personality };
    case 'TimezoneChanged':
      return row && { ...row, timezone: data.timezone };
    case 'EmailChanged':
      return row && { ...row, email: data.email };
    case 'EmailChangeRequested':
    case 'AccountReclaimed':
    case 'IdentityLinked':
    case 'IdentityUnlinked':
    // In a list of their own.
    case 'PostDefaultsChanged':
    case 'NoticesChosen':
      return row;
    default:
      return assertNever(type);
  }
}
