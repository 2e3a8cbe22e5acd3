import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { RefusedAttempt } from '#infrastructure/effects/attempt/rules.ts';
import type { UnknownCause } from '../reasons.ts';

/** `newRefs`: the references that replace those of the call; see `../refs-update.ts`. */
type MayReplaceRefs = Readonly<{ newRefs?: JsonObject }>;

type PublishedAnswer = Readonly<{
  kind: 'published';
  remoteId: string;
  permalink: string | null;
  limited?: true;
  awaitsPublicId?: true;
}>;

/** The outcomes of a call in specs. */
export type PlatformAnswer =
  | PublishedAnswer
  | Readonly<{ kind: 'accepted'; handle: string }>
  | ((
      | RefusedAttempt
      | Readonly<{ kind: 'postponed'; reason: string; words: string | null; until: string }>
      | Readonly<{ kind: 'unknown'; cause: UnknownCause; words: string | null }>
    ) &
      MayReplaceRefs);
/** The outcomes of a look-up in specs. `until`: the platform requests no further look-up before this time. */
export type PlatformFinding =
  | PublishedAnswer
  | Readonly<{ kind: 'absent' }>
  | Readonly<{ kind: 'pending'; until?: string }>
  | (RefusedAttempt & MayReplaceRefs)
  | Readonly<{ kind: 'failed'; words: string | null; until?: string }>
  | Readonly<{ kind: 'cannot-tell' }>;
