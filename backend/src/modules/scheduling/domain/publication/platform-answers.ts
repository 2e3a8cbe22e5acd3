import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { UnknownCause } from './publication-events.ts';

/** `noted`: references that take the place of those the platform was asked with; see `notes.ts`. */
type Noting = Readonly<{ noted?: JsonObject }>;

/** What came back from the one call. */
export type CallOutcome =
  | Readonly<{ kind: 'published'; remoteId: string; permalink: string | null }>
  | Readonly<{ kind: 'accepted'; handle: string }>
  | ((
      | Refusal
      | Readonly<{ kind: 'postponed'; reason: string; words: string | null; until: string }>
      | Readonly<{ kind: 'unknown'; cause: UnknownCause; words: string | null }>
    ) &
      Noting);
/** `retryable`: another try may be taken. */
export type Refusal = Readonly<{ kind: 'refused'; reason: string; words: string | null; retryable: boolean }>;

/** What a look-up came to. `until`: the platform wants to be asked no sooner. */
export type LookUpOutcome =
  | Readonly<{ kind: 'published'; remoteId: string; permalink: string | null }>
  | Readonly<{ kind: 'absent' }>
  | Readonly<{ kind: 'pending'; until?: string }>
  | (Refusal & Noting)
  | Readonly<{ kind: 'failed'; words: string | null; until?: string }>
  | Readonly<{ kind: 'cannot-tell' }>;

/** The reason of whatever waits until its account has been connected again. */
export { RECONNECT } from '#infrastructure/effects/attempt/effect.ts';
