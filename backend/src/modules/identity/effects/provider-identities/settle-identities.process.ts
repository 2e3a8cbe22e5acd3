import type { Process } from '#infrastructure/readers/process.ts';
import { userStream, type IdentityUnlinked } from '../../domain/user/user.ts';
import type { IdentityBook } from '../../stores/address-book/identity-book.ts';

/** Releases disconnected identities, even if the request that disconnected one has failed after the event. */
export const settleIdentities = (identities: IdentityBook): Process<IdentityUnlinked> => ({
  name: 'identity.settle-identities',
  categories: [userStream.category],
  types: ['IdentityUnlinked'],
  from: 'start',
  handle: ({ data }) => identities.settle(data.userId, data.provider),
});
