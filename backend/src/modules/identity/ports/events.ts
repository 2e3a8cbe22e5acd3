import type { Event } from '@posthorn/event-sourcing';

/** The person's words are erased. Other modules delete their copies because of this event. */
export type SubjectErasedEvent = Event<'SubjectErased', number, Readonly<{ userId: string }>>;

/** The user has requested the deletion of their account. From now on their content is hidden from everyone. */
export type ErasureRequestedEvent = Event<'ErasureRequested', number, Readonly<{ userId: string }>>;

/** The user has verified another address. */
export type EmailChangedEvent = Event<'EmailChanged', number, Readonly<{ userId: string }>>;

/** The owner has taken the account back from a thief. Nothing that the thief may have made continues by itself. */
export type AccountReclaimedEvent = Event<'AccountReclaimed', number, Readonly<{ userId: string }>>;

/** A token is no longer valid. */
export type ApiTokenRevokedEvent = Event<
  'ApiTokenRevoked',
  number,
  Readonly<{ tokenId: string; ownerId: string }>
>;

/** The public part of a person: their name, and the lower-case handle in their page's address. */
export type PublicNameEvent =
  | Event<'UserRenamed', number, Readonly<{ userId: string; firstName: string; lastName: string }>>
  | Event<'HandleChanged', number, Readonly<{ userId: string; handle: string }>>;
