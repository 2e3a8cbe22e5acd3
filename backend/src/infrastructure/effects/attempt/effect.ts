import type { OwnReason } from './reasons.ts';

/** How an effect may be repeated after an outcome that nobody knows. */
export type RepeatRule =
  /** Once more does no harm, so an unknown outcome is a failed try: deleting what is deleted. */
  | 'idempotent'
  /** The same call again as it was: the other side takes it for the first one. What a repetition meets proves nothing. */
  | 'always'
  /** Only after the other side was asked and does not have it. */
  | 'after-negative-look-up'
  /** Nobody can be asked: a person decides. */
  | 'never';

/** What proved that it is done: the answer to the call, a status poll, a look-up, or a person who saw it. */
export type Evidence = 'answer' | 'status' | 'look-up' | 'person';

/** One try, from its intent to what came of it. */
export type Attempt = Readonly<{
  attemptId: string;
  number: number;
  startedAt: string;
  /** The call must have begun by then, or it is not made. */
  startBy: string;
  /** The call is over by then; an attempt without an outcome later than this lost its worker. */
  deadline: string;
  /** It sends again what may be there already, as is: why nobody knew. What it meets says nothing about the one before. */
  repeats: string | null;
}>;

/** One call that must happen once, and how far it has come. Instants are ISO texts in UTC. */
export type Effect = Readonly<{
  status: 'scheduled' | 'attempting' | 'accepted' | 'retrying' | 'unknown' | 'done' | 'failed' | 'cancelled';
  /** The last attempt that was started. */
  attempt: Attempt | null;
  /** Why the outcome was last unknown. */
  unclear: string | null;
  /** Why it last failed, and what the other side said. */
  lastReason: string | null;
  lastWords: string | null;
  /** Attempts and failed preparations since it was due or a person asked again; postponements are not counted. */
  tries: number;
  /** Attempts since then that used no try: they were not started, or the other side asked for a pause. */
  unused: number;
  /** Events of trying since then, counted as `eventCountAfter` says; see `isLong`. */
  eventCount: number;
  /** When a person asked for it, or for another try; giving up is counted from then on. */
  requestedAt: string | null;
  /** Why it was last put off, until something else happens. */
  waitsFor: string | null;
  /** When something is to be done next; null before the first attempt, when it is over, and when a person decides. */
  dueAt: string | null;
  accepted: Readonly<{ handle: string; at: string }> | null;
  /** Instants at which the other side said that the last attempt left nothing there. */
  absences: readonly string[];
  /** The last look-up proved nothing; told once, not each time. */
  lookUpFailed: boolean;
}>;

export const NEW_EFFECT: Effect = {
  status: 'scheduled',
  attempt: null,
  unclear: null,
  lastReason: null,
  lastWords: null,
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

/** The reason of whatever waits until its account has been connected again. */
export const RECONNECT = 'reconnect' satisfies OwnReason;
