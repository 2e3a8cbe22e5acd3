import type { Event } from '@posthorn/event-sourcing';
import { Command, Query } from '@nestjs/cqrs';

/** The door of Identity for other modules. */

export { OwnUserId } from './own-user-id.ts';

export type UserName = Readonly<{ id: string; name: string }>;

/** How to call users in a history: first and last name, else `@username`. Unknown ids are left out. */
export class UserNames extends Query<readonly UserName[]> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

export type ApiTokenName = Readonly<{ id: string; name: string; isRevoked: boolean }>;

/** How API tokens are called in a history, revoked ones included. Unknown ids are left out. */
export class ApiTokenNames extends Query<readonly ApiTokenName[]> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

/** The id of the user with this public name. @throws UserNotFound also when they have asked to be deleted */
export class UserIdOf extends Query<string> {
  constructor(readonly username: string) {
    super();
  }
}

/** The address that a person has proved to read; null: there is none, or nobody may know it any more. */
export class MailAddressOf extends Query<string | null> {
  constructor(readonly userId: string) {
    super();
  }
}

/** How a person wants to sound in replies; null: they have not said. */
export class PersonalityOf extends Query<string | null> {
  constructor(readonly userId: string) {
    super();
  }
}

/** The IANA zone in which a person is shown times. */
export class TimezoneOf extends Query<string> {
  constructor(readonly userId: string) {
    super();
  }
}

/** The hashtags that a post gets of which nobody has said any; empty: none. */
export class DefaultHashtagsOf extends Query<string> {
  constructor(readonly userId: string) {
    super();
  }
}

/**
 * Erases what a person wrote, for ever: recorded first, and then their key is destroyed, so that every personal field of
 * theirs in the log and its backups reads `[erased]`, and read models drop their rows. Nothing else goes by it: what modules name
 * to `ErasureRegistry` belongs to whoever deletes the account, before this. Repeating it is harmless. Runs inside a CauseContext.
 */
export class EraseSubject extends Command<void> {
  constructor(readonly userId: string) {
    super();
  }
}

/** Everybody has to sign in again, and no link that was mailed and no API token is good any more. Answers how many sessions ended. */
export class EndAllSignIns extends Command<number> {}

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
