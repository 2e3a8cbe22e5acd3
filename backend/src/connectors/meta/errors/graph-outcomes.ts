import type { ConnectorReason } from '@posthorn/contracts/shared/publication-reasons';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { Budget } from '../../contract/budget.ts';
import type { Postponed, Refused } from '../../contract/outcome.ts';
import { outcomesOf, refusing, type Outcomes } from '../../kit/outcomes-of.ts';
import { postponed, refused } from '../../kit/outcomes.ts';
import { GraphError } from './graph-error.ts';
import { regainAccess } from './rate-usage.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Requests during a rate limit make Meta extend it. */
const THROTTLED_MS = 15 * MINUTE_MS;

/** `open`: Meta failed, and it is unknown how far the call got. `doubtful`: Meta refuses, but the refused post may exist. */
type Verdict =
  | 'open'
  | 'doubtful'
  | Readonly<{ reason: ConnectorReason; again: boolean }>
  | Readonly<{ wait: 'rate-limit' | 'processing'; ms: number; scope?: Budget['scope'] }>;

const never = (reason: ConnectorReason): Verdict => ({ reason, again: false });
const again = (reason: ConnectorReason): Verdict => ({ reason, again: true });
const throttled = (scope: Budget['scope'], ms = THROTTLED_MS): Verdict => ({ wait: 'rate-limit', ms, scope });

/** Docs of the Instagram Platform, "Error codes" (22070xx), and of Pages; as in September 2026. */
const BY_SUBCODE = new Map<number, Verdict>([
  [1404082, never('duplicate')],
  [1366046, never('media-rejected')],
  [2207001, 'open'],
  [2207032, 'open'],
  [2207053, 'open'],
  [2207082, 'open'],
  [2207085, 'open'],
  [2207051, 'doubtful'],
  [2207003, again('media-unreachable')],
  [2207052, again('media-unreachable')],
  [2207077, again('media-unreachable')],
  [2207008, again('media-lost')],
  [2207020, again('media-lost')],
  [2207027, { wait: 'processing', ms: 10 * SECOND_MS }],
  [2207042, throttled('account', HOUR_MS)],
  [2207050, never('rejected')],
  [2207006, never('not-found')],
  [2207010, never('too-long')],
  [2207004, never('media-rejected')],
  [2207005, never('media-rejected')],
  [2207009, never('media-rejected')],
  [2207023, never('media-rejected')],
  [2207026, never('media-rejected')],
  [2207057, never('media-rejected')],
  [2207028, never('rejected')],
  [2207040, never('rejected')],
  [33, never('not-found')],
]);

/** Graph API guide "Handle errors", the rate limits guide, and the errors of Page uploads. */
const BY_CODE = new Map<number, Verdict>([
  [1, 'open'],
  [2, 'open'],
  [4, throttled('app')],
  [341, throttled('app')],
  [17, throttled('account')],
  [32, throttled('account')],
  [613, throttled('account')],
  [3, never('reconnect')],
  [10, never('reconnect')],
  [102, never('reconnect')],
  [190, never('reconnect')],
  // Blocked as suspected spam. The block ends by itself, and the platform does not say when.
  [368, throttled('account', 2 * HOUR_MS)],
  [506, never('duplicate')],
  [352, never('media-rejected')],
  [382, never('media-rejected')],
  [389, again('media-unreachable')],
  [6000, again('media-lost')],
  [6001, again('media-lost')],
]);

/** The platform itself refused the token, not a proxy in front of it. */
export const refusesToken = ({ code, status, spoken }: GraphError): boolean =>
  code === 190 || code === 102 || (spoken && status === 401 && !lacksPermission(code));

/** 3: the app lacks a capability. 10 and 200 to 299: the permission was not granted, or it lapsed unused. */
export const lacksPermission = (code: number | null): boolean =>
  code !== null && (code === 3 || code === 10 || (code >= 200 && code <= 299));

/** The object was deleted or never existed. */
export const saysMissing = (error: unknown): error is GraphError =>
  error instanceof GraphError &&
  ((error.code === 100 && error.subcode === 33) ||
    error.code === 803 ||
    error.subcode === 2207006 ||
    (error.spoken && error.status === 404));

/** Instagram's spam protection: the post may be published nevertheless. Posthorn never sends it again automatically. */
export const saysSpam = (error: unknown): error is GraphError =>
  error instanceof GraphError && error.subcode === 2207051;

const ANSWERS = outcomesOf(GraphError, (error, now) => {
  const verdict = verdictOf(error);
  return typeof verdict === 'string' ? undefined : judged(verdict, error, now);
});
export const OUTCOMES: Outcomes = {
  stepOutcome: (error, now) =>
    saysSpam(error) ? refused('rejected', error.platformMessage, false) : ANSWERS.stepOutcome(error, now),
  callOutcome: ANSWERS.callOutcome,
};

/**
 * Outcomes of deletions, comments, figures and subscriptions. When only their permission is missing, the login stays valid:
 * publishing does not need it.
 */
export const PERMITTED = refusing(
  (error) =>
    error instanceof GraphError && lacksPermission(error.code)
      ? refused('permission-missing', error.platformMessage, false)
      : null,
  OUTCOMES,
);

/** Why a container or an upload failed, when the platform reports it with a status instead of an error. */
export function failureBySubcode(subcode: number | null, platformMessage: string | null): Refused {
  const verdict = BY_SUBCODE.get(subcode ?? 0);
  if (verdict === 'open') return refused('server', platformMessage, true);
  if (typeof verdict === 'object' && 'reason' in verdict)
    return refused(verdict.reason, platformMessage, verdict.again);
  return refused('media-rejected', platformMessage, false);
}

function verdictOf(error: GraphError): Verdict {
  const { code, subcode, status, spoken, transient } = error;
  const known = BY_SUBCODE.get(subcode ?? 0) ?? BY_CODE.get(code ?? 0);
  if (known) return known;
  if (status === 429 || isBusinessThrottle(code)) return throttled('account');
  if (transient || status === 408 || status >= 500) return 'open';
  if (!spoken || code === null) return again('server');
  if (lacksPermission(code)) return never('reconnect');
  return never('rejected');
}

/** 80000 to 80014: one code for each business use case, Pages and Instagram among them. */
const isBusinessThrottle = (code: number | null): boolean =>
  code !== null && code >= 80_000 && code <= 80_014;

function judged(
  verdict: Exclude<Verdict, string>,
  { platformMessage, headers }: GraphError,
  now: Date,
): Refused | Postponed {
  if ('reason' in verdict) return refused(verdict.reason, platformMessage, verdict.again);
  const { wait, ms, scope } = verdict;
  const named = wait === 'rate-limit' ? regainAccess(headers) : null;
  const outcome = postponed(wait, platformMessage, new Date(now.getTime() + (named ?? ms)));
  return { ...outcome, ...(named !== null && { isNamed: true }), ...(scope && { scope }) };
}

/** A step that may succeed when it is repeated at once. */
export const isTransient = (error: unknown): boolean =>
  error instanceof OutgoingError
    ? error.failure !== 'blocked'
    : error instanceof GraphError && verdictOf(error) === 'open';
