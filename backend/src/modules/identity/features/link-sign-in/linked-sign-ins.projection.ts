import { assertNever } from '@posthorn/event-sourcing';
import type { LoggedEvent } from '#infrastructure/log/logged-event.ts';
import { keyedRows } from '#infrastructure/projections/keyed-rows.ts';
import type { Projection } from '#infrastructure/projections/projection.ts';
import { userStream, type IdentityLinked, type IdentityUnlinked, type UserEvent } from '../../domain/user.ts';

export type LinkedSignInRow = Readonly<{ user_id: string; provider: string; linked_at: string }>;
type LinkEvent = IdentityLinked | IdentityUnlinked;

/** By which providers each user can sign in. */
export const linkedSignIns: Projection<UserEvent> = {
  name: 'identity.linked-sign-ins',
  version: 1,
  categories: [userStream.category],
  tables: {
    identity_linked_sign_in:
      'user_id text not null, provider text not null, linked_at timestamptz not null, primary key (user_id, provider)',
  },
  personal: { identity_linked_sign_in: 'user_id' },
  apply: keyedRows<LinkedSignInRow, UserEvent>({
    table: 'identity_linked_sign_in',
    key: ['user_id', 'provider'],
    keyOf: (event) => (isLink(event) ? [event.data.userId, event.data.provider] : null),
    columns: { user_id: 'text', provider: 'text', linked_at: 'timestamptz' },
    fold: (row, event) => (isLink(event) ? foldLink(event) : row),
    touched: ({ user_id: userId }) => ({ userId, topic: 'user' }),
  }),
};

const isLink = (event: LoggedEvent<UserEvent>): event is LoggedEvent<LinkEvent> =>
  event.type === 'IdentityLinked' || event.type === 'IdentityUnlinked';

export function foldLink({ type, data }: LinkEvent | LoggedEvent<LinkEvent>): LinkedSignInRow | undefined {
  switch (type) {
    case 'IdentityLinked':
      return { user_id: data.userId, provider: data.provider, linked_at: data.linkedAt };
    case 'IdentityUnlinked':
      return undefined;
    default:
      return assertNever(type);
  }
}
