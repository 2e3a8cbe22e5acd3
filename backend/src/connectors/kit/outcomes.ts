import { platformWords, type ConnectorReason } from '@posthorn/contracts/shared/publication-reasons';
import type { CheckProblem } from '@posthorn/contracts/scheduling/check-sentences';
import { detailsOf, type SaidDetails } from '@posthorn/contracts/shared/said';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { clockOf, retryAfterOf } from '#infrastructure/outgoing/retry-after.ts';
import { storable } from '#infrastructure/outgoing/storable-text.ts';
import type { LookUpOutcome, Postponed, Published, Refused, Unknown } from '../contract/outcome.ts';
import type { PublishRefs } from '../contract/publication.ts';
import { BreakerOpen } from '#infrastructure/outgoing/breaker.ts';
import { MediaUnusable } from './images.ts';

/** The platform definitely refused the credentials; only a new login of the user helps. */
export class ReconnectNeeded extends Error {
  override readonly name = 'ReconnectNeeded';
  constructor(readonly platformMessage: string | null) {
    super(platformMessage ?? 'the platform refused our credentials');
  }
}

/** The platform returned no fresh tokens. A later renewal may succeed. */
export class RenewalFailed extends Error {
  override readonly name: string = 'RenewalFailed';
  /** `status`: the HTTP status of the response; null if it is not known. */
  constructor(
    readonly platformMessage: string | null,
    readonly status: number | null = null,
  ) {
    super(platformMessage ?? 'the platform gave no new token');
  }
}

/** The operator's keys are missing. A new login would not help. `title`: the name of the app. */
export class KeysMissing extends RenewalFailed {
  override readonly name = 'KeysMissing';
  constructor(title: string) {
    super(`${title} is not configured on this server.`);
  }
}

/** Posthorn did not make the call because of `cause`, or the platform refused the token. So the call had no effect. */
export class CallHadNoEffect extends Error {
  override readonly name = 'CallHadNoEffect';
  constructor(override readonly cause: unknown) {
    super('the call was not made');
  }
}

const MIN_WAIT_MS = 1_000;
const MAX_WAIT_MS = 24 * 3_600_000;
const DEFAULT_WAIT_MS = 60_000;
/** In code points. Error messages of platforms are stored and shown. */
const WORDS_MAX = 500;

/** An error message of a platform as one line of limited length; null: empty, or a page of HTML. */
export const wordsOf = (text: string | null | undefined): string | null => {
  const words = storable(text ?? '')
    .replace(/\s+/gu, ' ')
    .trim();
  if (words === '' || words.startsWith('<')) return null;
  return Array.from(words).slice(0, WORDS_MAX).join('');
};

export const refused = (reason: ConnectorReason, words: string | null, retryable: boolean): Refused => ({
  kind: 'refused',
  reason,
  words: wordsOf(words),
  retryable,
});
export const postponed = (reason: ConnectorReason, words: string | null, until: Date): Postponed => ({
  kind: 'postponed',
  reason,
  words: wordsOf(words),
  until: until.toISOString(),
});
/** Like `refused` and `postponed`, with a sentence of Posthorn. */
export const refusedBy = ({ message, ...said }: CheckProblem<ConnectorReason>): Refused & SaidDetails => ({
  ...refused(said.code, message, false),
  ...detailsOf(said),
});
export const postponedBy = (
  { message, ...said }: CheckProblem<ConnectorReason>,
  until: Date,
): Postponed & SaidDetails => ({ ...postponed(said.code, message, until), ...detailsOf(said) });
/** The outcome for a file that cannot be used. */
export const refusedMedia = ({ problem, isTemporary }: MediaUnusable): Refused & SaidDetails => ({
  ...(typeof problem === 'string' ? refused('media-rejected', problem, false) : refusedBy(problem)),
  retryable: isTemporary,
});
export const unknown = (cause: Unknown['cause'], words: string | null): Unknown => ({
  kind: 'unknown',
  cause,
  words: wordsOf(words),
});
/** Adds the references that the next step must use after this outcome. */
export const withNewRefs = <Outcome extends Refused | Postponed | Unknown>(
  outcome: Outcome,
  newRefs: PublishRefs,
) => ({
  ...outcome,
  newRefs,
});
/** Only http and https URLs become a link. */
export const published = (
  remoteId: string,
  permalink: string | null,
  {
    isLimited = false,
    awaitsPublicId = false,
  }: Readonly<{ isLimited?: boolean; awaitsPublicId?: boolean }> = {},
): Published => ({
  kind: 'published',
  remoteId,
  permalink: permalink !== null && /^https?:\/\//iu.test(permalink) ? permalink : null,
  ...(isLimited && { limited: true }),
  ...(awaitsPublicId && { awaitsPublicId }),
});

type Headers = Readonly<Record<string, string>>;

/**
 * The outcome of a reached rate limit: Posthorn sends nothing before the time that the platform returned. Without such a time,
 * Posthorn waits one minute.
 */
export const throttledBy = (headers: Headers, words: string | null, now: Date): Postponed => ({
  ...postponed('rate-limit', words, retryTime(headers, now)),
  ...(waitFromPlatform(headers, now) !== null && { isTimeFromPlatform: true }),
});

/**
 * The time at which a server accepts requests again. `Retry-After` (seconds or a date) has priority over the reset headers. A
 * reset header contains unix seconds, remaining seconds or an ISO time. Times are compared with the server's own clock.
 */
export function retryTime(headers: Headers, now: Date): Date {
  const wait = waitFromPlatform(headers, now) ?? DEFAULT_WAIT_MS;
  return new Date(now.getTime() + Math.min(Math.max(wait, MIN_WAIT_MS), MAX_WAIT_MS));
}

function waitFromPlatform(headers: Headers, now: Date): number | null {
  const serverNow = clockOf(headers, now);
  return (
    retryAfterOf(headers, now) ??
    instantIn(headers['ratelimit-reset'], serverNow) ??
    instantIn(headers['x-ratelimit-reset'], serverNow) ??
    instantIn(headers['x-rate-limit-reset'], serverNow)
  );
}

function instantIn(value: string | undefined, serverNow: number): number | null {
  if (value === undefined) return null;
  // Some platforms send the remaining seconds instead of a time. No current unix time is smaller than this limit.
  if (/^\d+$/u.test(value.trim())) {
    const seconds = Number(value);
    return seconds < 1_000_000_000 ? seconds * 1000 : seconds * 1000 - serverNow;
  }
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? null : instant - serverNow;
}

/** The outcome of a step that is safe to repeat, for an error without an error response of the platform. Undefined: a different error. */
export function stepOutcomeWithoutResponse(error: unknown, now: Date): Refused | Postponed | undefined {
  if (error instanceof BreakerOpen) return breakerIsOpen(error, now);
  if (error instanceof ReconnectNeeded) return refused('reconnect', error.platformMessage, false);
  if (error instanceof KeysMissing) return refused('not-configured', null, true);
  if (error instanceof RenewalFailed) return refused('server', error.platformMessage, true);
  if (error instanceof MediaUnusable) return refusedMedia(error);
  if (error instanceof CallHadNoEffect) return stepOutcomeWithoutResponse(error.cause, now);
  if (!(error instanceof OutgoingError)) return undefined;
  return refused('network', error.message, error.failure !== 'blocked');
}

/** A failed look-up, with the message of the platform in the step's outcome. */
export const lookUpFailed = (outcome: Refused | Postponed): LookUpOutcome => ({
  kind: 'failed',
  words: platformWords(outcome.reason, outcome.words),
  ...(outcome.kind === 'postponed' && { until: outcome.until }),
});

/** A look-up that failed for a reason of the platform. Posthorn has a sentence for it. */
export const lookUpFailedBy = ({ message, ...said }: CheckProblem<'look-up'>): LookUpOutcome => ({
  kind: 'failed',
  words: message,
  ...detailsOf(said),
});

/** Like `stepOutcomeWithoutResponse`, but for the irreversible call: a request that was sent may have succeeded. */
export function callOutcomeWithoutResponse(
  error: unknown,
  now: Date,
): Refused | Postponed | Unknown | undefined {
  if (!(error instanceof OutgoingError) || !error.sent) return stepOutcomeWithoutResponse(error, now);
  const { failure } = error;
  return unknown(failure === 'timeout' || failure === 'reset' ? failure : 'unreadable', error.message);
}

const breakerIsOpen = (error: BreakerOpen, now: Date): Postponed =>
  postponed('breaker', error.message, new Date(now.getTime() + error.waitMs));
