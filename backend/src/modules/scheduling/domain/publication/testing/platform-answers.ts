import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { RefusedAttempt } from '#infrastructure/effects/attempt/rules.ts';
import type { UnknownCause } from '../reasons.ts';

/** `newRefs` take the place of those that the platform was asked with; see `../refs-update.ts`. */
type MayReplaceRefs = Readonly<{ newRefs?: JsonObject }>;

/** What specs let a platform say to the one call. */
export type PlatformAnswer =
  | Readonly<{ kind: 'published'; remoteId: string; permalink: string | null }>
  | Readonly<{ kind: 'accepted'; handle: string }>
  | ((
      | RefusedAttempt
      | Readonly<{ kind: 'postponed'; reason: string; words: string | null; until: string }>
      | Readonly<{ kind: 'unknown'; cause: UnknownCause; words: string | null }>
    ) &
      MayReplaceRefs);
/** And to a look-up. `until`: it wants to be asked no sooner. */
export type PlatformFinding =
  | Readonly<{ kind: 'published'; remoteId: string; permalink: string | null }>
  | Readonly<{ kind: 'absent' }>
  | Readonly<{ kind: 'pending'; until?: string }>
  | (RefusedAttempt & MayReplaceRefs)
  | Readonly<{ kind: 'failed'; words: string | null; until?: string }>
  | Readonly<{ kind: 'cannot-tell' }>;
