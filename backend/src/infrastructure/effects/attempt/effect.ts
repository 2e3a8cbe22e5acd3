import type { SaidDetails } from '@posthorn/contracts/shared/said';
import type { OwnReason } from './reasons.ts';

/** How an effect may be repeated after an unknown outcome. */
export type RepeatRule =
  /** A repetition does no harm (a second deletion), so an unknown outcome counts as a failed try. */
  | 'idempotent'
  /** The same call may be sent again: the remote system treats it as the first one. The outcome of a repetition does not show what the first call did. */
  | 'always'
  /** Repeat only after a look-up showed that the call had no effect in the remote system. */
  | 'after-negative-look-up'
  /** The remote system cannot be asked, so a person decides. */
  | 'never';

/** What proved success: the response to the call, a status poll, a look-up, or a person who saw the result. */
export type Evidence = 'answer' | 'status' | 'look-up' | 'person';

/** One try, from its intent to its outcome. */
export type Attempt = Readonly<{
  attemptId: string;
  number: number;
  startedAt: string;
  /** A worker does not make the call after this instant. */
  startBy: string;
  /** The call has ended by this instant. An attempt without an outcome after it has lost its worker. */
  deadline: string;
  /**
   * The attempt sends the same call again because the earlier outcome was unknown; this is the reason. Its outcome says nothing about the earlier
   * call.
   */
  repeats: string | null;
}>;

/** One call that must happen once, and its progress. Instants are ISO texts in UTC. */
export type Effect = Readonly<{
  status: 'scheduled' | 'attempting' | 'accepted' | 'retrying' | 'unknown' | 'done' | 'failed' | 'cancelled';
  /** The last attempt that was started. */
  attempt: Attempt | null;
  /** Why the outcome was last unknown. */
  unclear: string | null;
  /** Why it last failed, and the last message of the remote system. */
  lastReason: string | null;
  lastWords: string | null;
  /** If a sentence of Posthorn says why the effect last failed or waits: its variant, names and figures. */
  lastSaid: SaidDetails | null;
  /** Attempts and failed preparations since it was due or a person asked again. Postponements do not count. */
  tries: number;
  /** Attempts in the period of `tries` that used no try: they were not started, or the remote system requested a pause. */
  unused: number;
  /** Events in the period of `tries`, as `eventCountAfter` counts them; see `triesExhausted`. */
  eventCount: number;
  /** When a person requested the effect or another try. The time limit counts from this instant. */
  requestedAt: string | null;
  /** Why the effect was last postponed; null after a later request, attempt or outcome. */
  waitsFor: string | null;
  /** When the next step is due. Null before the first attempt, after the end, and while a person must decide. */
  dueAt: string | null;
  accepted: Readonly<{ handle: string; at: string }> | null;
  /** Instants at which the remote system said that it has nothing of the last attempt. */
  absences: readonly string[];
  /** The last look-up failed. Of several failures in a row, only the first is recorded. */
  lookUpFailed: boolean;
}>;

export const NEW_EFFECT: Effect = {
  status: 'scheduled',
  attempt: null,
  unclear: null,
  lastReason: null,
  lastWords: null,
  lastSaid: null,
  tries: 0,
  unused: 0,
  eventCount: 0,
  requestedAt: null,
  waitsFor: null,
  dueAt: null,
  accepted: null,
  absences: [],
  lookUpFailed: false,
};

/** The reason of every effect that waits until its account is connected again. */
export const RECONNECT = 'reconnect' satisfies OwnReason;
