import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { RefusedAttempt } from '#infrastructure/effects/attempt/rules.ts';
import type { UnknownCause } from '../reasons.ts';

/** `newRefs` replace the references that the platform was asked with; see `../refs-update.ts`. */
type MayReplaceRefs = Readonly<{ newRefs?: JsonObject }>;

/** The answers that specs let a platform give to a call. */
export type PlatformAnswer =
  | Readonly<{ kind: 'published'; remoteId: string; permalink: string | null }>
  | Readonly<{ kind: 'accepted'; handle: string }>
  | ((
      | RefusedAttempt
      | Readonly<{ kind: 'postponed'; reason: string; words: string | null; until: string }>
      | Readonly<{ kind: 'unknown'; cause: UnknownCause; words: string | null }>
    ) &
      MayReplaceRefs);
/** The answers to a look-up. `until`: the platform asks the product to wait until then. */
export type PlatformFinding =
  | Readonly<{ kind: 'published'; remoteId: string; permalink: string | null }>
  | Readonly<{ kind: 'absent' }>
  | Readonly<{ kind: 'pending'; until?: string }>
  | (RefusedAttempt & MayReplaceRefs)
  | Readonly<{ kind: 'failed'; words: string | null; until?: string }>
  | Readonly<{ kind: 'cannot-tell' }>;
