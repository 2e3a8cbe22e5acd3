import type { ConnectorReason } from '@posthorn/contracts/shared/publication-reasons';
import type { Budget } from './budget.ts';
import type { PublishRefs } from './publication.ts';

/** The outcome of a step that is safe to repeat. */
export type PrepareOutcome = Readonly<{ kind: 'prepared'; refs: PublishRefs }> | Refused | Postponed;

/** Definitely not published by this call. `words`: the platform's own, shown to the user. */
export type Refused = Readonly<{
  kind: 'refused';
  reason: ConnectorReason;
  words: string | null;
  retryable: boolean;
}>;
/**
 * Nothing happened, and no try is used up: rate limit, open breaker. With reason `rate-limit` Posthorn sends nothing else before
 * `until`. `scope` says whose limit it is: this account's, its server's or the whole app's.
 */
export type Postponed = Readonly<{
  kind: 'postponed';
  reason: ConnectorReason;
  words: string | null;
  until: string;
  /** The platform itself named `until`. */
  isNamed?: true;
  scope?: Budget['scope'];
}>;
export type Published = Readonly<{ kind: 'published'; remoteId: string; permalink: string | null }>;
/** The platform accepted it and is still working on it. */
type Accepted = Readonly<{ kind: 'accepted'; handle: string }>;
/** It may have been published. Never repeated blindly. */
export type Unknown = Readonly<{
  kind: 'unknown';
  /** `refused`: the platform refused, but has stored posts that it refused before. The refusal holds once a look-up does not find the post. */
  cause: 'timeout' | 'reset' | 'server-error' | 'unreadable' | 'refused';
  words: string | null;
}>;
/**
 * An answer may show that prepared things can no longer be used, or only in part. Then `newRefs` replace the references of the
 * request. They are stored together with the outcome, so that the next step has them in any process.
 */
type MayReplaceRefs = Readonly<{ newRefs?: PublishRefs }>;
export type CallOutcome = Published | Accepted | ((Refused | Postponed | Unknown) & MayReplaceRefs);

export type LookUpOutcome =
  | Published
  | Readonly<{ kind: 'absent' }>
  /** The platform has it and is still working on it: ask again at `until` or later. */
  | Readonly<{ kind: 'pending'; until?: string }>
  /**
   * The platform has it, failed to process it and will not publish it. When `retryable`, the next preparation gets the same
   * `refs`, or `newRefs`, and must not continue the failed step.
   */
  | (Refused & MayReplaceRefs)
  /** The look-up itself failed. The outcome stays unknown; repeat it later. */
  | Readonly<{ kind: 'failed'; words: string | null; until?: string }>
  /** This platform has no way to find out: a person decides. */
  | Readonly<{ kind: 'cannot-tell' }>;

export type DeleteOutcome =
  | Readonly<{ kind: 'deleted' }>
  | Refused
  | Postponed
  | Unknown
  /** The platform says that the post does not exist or cannot be deleted, but still lists it. */
  | Readonly<{ kind: 'unknown'; cause: 'still-there'; words: string | null }>;
