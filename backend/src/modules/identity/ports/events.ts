import type { Event } from '@posthorn/event-sourcing';

/** From here on nobody is to read this person's words. What others keep of them ends because of it. */
export type SubjectErasedEvent = Event<'SubjectErased', number, Readonly<{ userId: string }>>;

/** Somebody has asked to be deleted: nobody gets to see anything of theirs any more. */
export type ErasureRequestedEvent = Event<'ErasureRequested', number, Readonly<{ userId: string }>>;

/** Another address of a person has been proved. */
export type EmailChangedEvent = Event<'EmailChanged', number, Readonly<{ userId: string }>>;

/** The owner has taken the account back from a thief. Nothing that the thief may have made goes on by itself. */
export type AccountReclaimedEvent = Event<'AccountReclaimed', number, Readonly<{ userId: string }>>;

/** A token opens nothing any more. */
export type ApiTokenRevokedEvent = Event<
  'ApiTokenRevoked',
  number,
  Readonly<{ tokenId: string; ownerId: string }>
>;

/** What others may show of a person: how they are called, and the handle that their page is at, in lower case. */
export type PublicNameEvent =
  | Event<'UserRenamed', number, Readonly<{ userId: string; firstName: string; lastName: string }>>
  | Event<'HandleChanged', number, Readonly<{ userId: string; handle: string }>>;
