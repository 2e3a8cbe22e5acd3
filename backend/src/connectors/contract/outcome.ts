import type { ConnectorReason } from '@posthorn/contracts/shared/publication-reasons';
import type { SaidDetails } from '@posthorn/contracts/shared/said';
import type { Budget } from './budget.ts';
import type { PublishRefs } from './publication.ts';

/** The outcome of a step that is safe to repeat. With `values`, `words` are a sentence of Posthorn, for example from `refusedBy`. */
export type PrepareOutcome =
  | Readonly<{ kind: 'prepared'; refs: PublishRefs }>
  | ((Refused | Postponed) & SaidDetails);

/** The call definitely published nothing. `words`: the platform's own error message, shown to the user. */
export type Refused = Readonly<{
  kind: 'refused';
  reason: ConnectorReason;
  words: string | null;
  retryable: boolean;
}>;
/**
 * Nothing happened, and this does not count as an attempt: rate limit, open breaker. With reason `rate-limit`, Posthorn sends
 * nothing else before `until`. `scope` says whose limit was reached: that of this account, of its server or of the whole app.
 */
export type Postponed = Readonly<{
  kind: 'postponed';
  reason: ConnectorReason;
  words: string | null;
  until: string;
  /** The platform itself returned the time `until`. */
  isTimeFromPlatform?: true;
  scope?: Budget['scope'];
  /** Only posts or only replies have reached the limit: the platform counts the other ones separately. */
  onlyThisKind?: true;
}>;
export type Published = Readonly<{
  kind: 'published';
  remoteId: string;
  permalink: string | null;
  /** Not everyone can see the post. Absent: everyone can, or the platform does not say it. */
  limited?: true;
  /** `remoteId` is a handle. The platform assigns the public id later, and a look-up with the handle returns it. */
  awaitsPublicId?: true;
}>;
/** The platform accepted the post and is still processing it. */
type Accepted = Readonly<{ kind: 'accepted'; handle: string }>;
/** The post may have been published. Posthorn never repeats the call blindly. */
export type Unknown = Readonly<{
  kind: 'unknown';
  /**
   * `refused`: the platform refused the post. But this platform has sometimes stored a post that it refused, so a look-up must
   * confirm the refusal.
   */
  cause: 'timeout' | 'reset' | 'server-error' | 'unreadable' | 'refused';
  words: string | null;
}>;
/**
 * A response may show that some of the prepared data can no longer be used. In this case, `newRefs` replace the references of the request.
 * They are stored together with the outcome, so the next step gets them in any process.
 */
type MayReplaceRefs = Readonly<{ newRefs?: PublishRefs }>;
export type CallOutcome = Published | Accepted | ((Refused | Postponed | Unknown) & MayReplaceRefs);

export type LookUpOutcome =
  | Published
  | Readonly<{ kind: 'absent' }>
  /** The platform has the post and is still processing it: repeat the look-up at `until` or later. */
  | Readonly<{ kind: 'pending'; until?: string }>
  /**
   * The platform has the post, failed to process it and will not publish it. If `retryable`, the next preparation gets `newRefs`,
   * or the same `refs`, and must not continue the failed step.
   */
  | (Refused & MayReplaceRefs & SaidDetails)
  /** The look-up itself failed. The outcome stays unknown; repeat it later. With `values`, `words` are a sentence of Posthorn. */
  | (Readonly<{ kind: 'failed'; words: string | null; until?: string }> & SaidDetails)
  /** This platform offers no way to find the outcome: a person decides. */
  | Readonly<{ kind: 'cannot-tell' }>;

export type DeleteOutcome =
  | Readonly<{ kind: 'deleted' }>
  | Refused
  | Postponed
  | Unknown
  /** The platform says that the post does not exist or cannot be deleted, but still lists it. */
  | Readonly<{ kind: 'unknown'; cause: 'still-there'; words: string | null }>;
