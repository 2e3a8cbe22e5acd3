import type { ConnectorReason } from '@posthorn/contracts/shared/publication-reasons';
import type { Budget } from './budget.ts';
import type { PublishRefs } from './publication.ts';

/** What came of a step that is safe to repeat. */
export type PrepareOutcome = Readonly<{ kind: 'prepared'; refs: PublishRefs }> | Refused | Postponed;

/** Definitely not published by this call. `words`: the platform's own, shown to the user. */
export type Refused = Readonly<{
  kind: 'refused';
  reason: ConnectorReason;
  words: string | null;
  retryable: boolean;
}>;
/**
 * Nothing happened and no try is used up: rate limit, open breaker. With reason `rate-limit` nothing else is sent before
 * `until` for this account, to its server or for the whole app, as `scope` says whose limit it is.
 */
export type Postponed = Readonly<{
  kind: 'postponed';
  reason: ConnectorReason;
  words: string | null;
  until: string;
  /** The platform itself has named `until`. */
  isNamed?: true;
  scope?: Budget['scope'];
}>;
export type Published = Readonly<{ kind: 'published'; remoteId: string; permalink: string | null }>;
/** The platform took it and is still working on it. */
type Accepted = Readonly<{ kind: 'accepted'; handle: string }>;
/** It may have been published. Never repeated blindly. */
export type Unknown = Readonly<{
  kind: 'unknown';
  /** `refused`: it says no, and has kept what it refused before. Once a look-up does not find it, the refusal holds. */
  cause: 'timeout' | 'reset' | 'server-error' | 'unreadable' | 'refused';
  words: string | null;
}>;
/**
 * An answer may show that what was prepared is of no use any more, or not all of it: `newRefs` take the place of the
 * references that the platform was asked with. They are stored together with the outcome, so that the next step knows them in
 * whichever process.
 */
type MayReplaceRefs = Readonly<{ newRefs?: PublishRefs }>;
export type CallOutcome = Published | Accepted | ((Refused | Postponed | Unknown) & MayReplaceRefs);

export type LookUpOutcome =
  | Published
  | Readonly<{ kind: 'absent' }>
  /** The platform has it and is still working on it: ask again, `until` at the earliest. */
  | Readonly<{ kind: 'pending'; until?: string }>
  /**
   * The platform has it, has failed with it and will not publish it. When `retryable`, the next preparation gets the same
   * `refs`, or `newRefs`, and must not continue what has failed.
   */
  | (Refused & MayReplaceRefs)
  /** The look-up itself failed: proves nothing, repeat it later. */
  | Readonly<{ kind: 'failed'; words: string | null; until?: string }>
  /** This platform has no way to tell: a person decides. */
  | Readonly<{ kind: 'cannot-tell' }>;

export type DeleteOutcome =
  | Readonly<{ kind: 'deleted' }>
  | Refused
  | Postponed
  | Unknown
  /** The platform says that there is no such post, or that nobody may delete it, and lists it all the same. */
  | Readonly<{ kind: 'unknown'; cause: 'still-there'; words: string | null }>;
