import type { Event } from '@posthorn/event-sourcing';

/** The personal data of this user is erased. When other modules handle this event, they delete their copies. */
export type SubjectErasedEvent = Event<'SubjectErased', number, Readonly<{ userId: string }>>;

/** The user has requested the deletion of the account. After this event, other people must not see the content of the user. */
export type ErasureRequestedEvent = Event<'ErasureRequested', number, Readonly<{ userId: string }>>;

/** The user has verified another address. */
export type EmailChangedEvent = Event<'EmailChanged', number, Readonly<{ userId: string }>>;

/** The owner has taken the account back from a thief. The product stops what the thief may have set up to run automatically. */
export type AccountReclaimedEvent = Event<'AccountReclaimed', number, Readonly<{ userId: string }>>;

/** A token is no longer valid. */
export type ApiTokenRevokedEvent = Event<
  'ApiTokenRevoked',
  number,
  Readonly<{ tokenId: string; ownerId: string }>
>;

/** The public data of a person: the name, and the handle (in lower case) in the URL of the person's page. */
export type PublicNameEvent =
  | Event<'UserRenamed', number, Readonly<{ userId: string; firstName: string; lastName: string }>>
  | Event<'HandleChanged', number, Readonly<{ userId: string; handle: string }>>;
