import type { ConnectorReason } from '@posthorn/contracts/shared/publication-reasons';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@posthorn/contracts/shared/durations';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { Budget } from '../../contract/budget.ts';
import type { Postponed, Refused } from '../../contract/outcome.ts';
import { outcomesOf, withKnownRefusals, type Outcomes } from '../../kit/outcomes-of.ts';
import { postponed, refused } from '../../kit/outcomes.ts';
import { GraphError } from './graph-error.ts';
import { regainAccess } from './rate-usage.ts';

/** The wait after a rate limit. Earlier requests would make Meta extend the limit. */
const THROTTLED_MS = 15 * MINUTE_MS;

/** `open`: Meta failed, so the call may have succeeded or not. `doubtful`: Meta refuses the post, but the post may exist. */
type Verdict =
  | 'open'
  | 'doubtful'
  | Readonly<{ reason: ConnectorReason; retryable: boolean }>
  | Readonly<{
      wait: 'rate-limit' | 'processing';
      ms: number;
      scope?: Budget['scope'];
      onlyThisKind?: true;
    }>;

const permanentRefusal = (reason: ConnectorReason): Verdict => ({ reason, retryable: false });
const retryableRefusal = (reason: ConnectorReason): Verdict => ({ reason, retryable: true });
const throttled = (scope: Budget['scope'], ms = THROTTLED_MS) =>
  ({ wait: 'rate-limit', ms, scope }) as const satisfies Verdict;

/** Sources: docs of the Instagram Platform, "Error codes" (22070xx), and docs of Pages, in September 2026. */
const BY_SUBCODE = new Map<number, Verdict>([
  [1404082, permanentRefusal('duplicate')],
  [1366046, permanentRefusal('media-rejected')],
  [2207001, 'open'],
  [2207032, 'open'],
  [2207053, 'open'],
  [2207082, 'open'],
  [2207085, 'open'],
  [2207051, 'doubtful'],
  [2207003, retryableRefusal('media-unreachable')],
  [2207052, retryableRefusal('media-unreachable')],
  [2207077, retryableRefusal('media-unreachable')],
  [2207008, retryableRefusal('media-lost')],
  [2207020, retryableRefusal('media-lost')],
  [2207027, { wait: 'processing', ms: 10 * SECOND_MS }],
  // The quota of posts; comments have none.
  [2207042, { ...throttled('account', HOUR_MS), onlyThisKind: true }],
  [2207050, permanentRefusal('rejected')],
  [2207006, permanentRefusal('not-found')],
  [2207010, permanentRefusal('too-long')],
  [2207004, permanentRefusal('media-rejected')],
  [2207005, permanentRefusal('media-rejected')],
  [2207009, permanentRefusal('media-rejected')],
  [2207023, permanentRefusal('media-rejected')],
  [2207026, permanentRefusal('media-rejected')],
  [2207057, permanentRefusal('media-rejected')],
  [2207028, permanentRefusal('rejected')],
  [2207040, permanentRefusal('rejected')],
  [33, permanentRefusal('not-found')],
]);

/** Sources: Graph API guide "Handle errors", the rate limits guide, and the errors of Page uploads. */
const BY_CODE = new Map<number, Verdict>([
  // "Fatal". The documented subcodes of this code are failures of Instagram.
  [-1, 'open'],
  [1, 'open'],
  [2, 'open'],
  [4, throttled('app')],
  [341, throttled('app')],
  [17, throttled('account')],
  [32, throttled('account')],
  [613, throttled('account')],
  [3, permanentRefusal('reconnect')],
  [10, permanentRefusal('reconnect')],
  [102, permanentRefusal('reconnect')],
  [190, permanentRefusal('reconnect')],
  // Blocked because of suspected spam. The block ends automatically; the platform does not say when.
  [368, throttled('account', 2 * HOUR_MS)],
  [506, permanentRefusal('duplicate')],
  [352, permanentRefusal('media-rejected')],
  [382, permanentRefusal('media-rejected')],
  [389, retryableRefusal('media-unreachable')],
  [6000, retryableRefusal('media-lost')],
  [6001, retryableRefusal('media-lost')],
]);

/** Whether the platform itself refused the token, rather than a proxy in front of the platform. */
export const refusesToken = ({ code, status, isFromPlatform }: GraphError): boolean =>
  code === 190 || code === 102 || (isFromPlatform && status === 401 && !lacksPermission(code));

/** 3: the app lacks a capability. 10 and 200 to 299: the permission was not granted, or it expired unused. */
export const lacksPermission = (code: number | null): boolean =>
  code !== null && (code === 3 || code === 10 || (code >= 200 && code <= 299));

/** The platform reports that the object does not exist. Some other errors have the same code (100/33). */
export const saysMissing = (error: unknown): error is GraphError =>
  error instanceof GraphError &&
  ((error.code === 100 && error.subcode === 33) ||
    error.code === 803 ||
    error.subcode === 2207006 ||
    (error.isFromPlatform && error.status === 404));

/** Instagram's spam protection: the post may be published all the same. So Posthorn never sends the post again automatically. */
export const saysSpam = (error: unknown): error is GraphError =>
  error instanceof GraphError && error.subcode === 2207051;

const BY_VERDICT = outcomesOf(GraphError, (error, now) => {
  const verdict = verdictOf(error);
  return typeof verdict === 'string' ? undefined : outcomeOfVerdict(verdict, error, now);
});
export const OUTCOMES: Outcomes = {
  // Nothing is published in a step, so spam protection is a definite refusal there.
  stepOutcome: (error, now) =>
    saysSpam(error) ? refused('rejected', error.platformMessage, false) : BY_VERDICT.stepOutcome(error, now),
  callOutcome: BY_VERDICT.callOutcome,
};

/**
 * Outcomes of deletions, comments, figures and subscriptions. If only the permission for such a call is missing, the login stays
 * valid, because publishing does not need this permission.
 */
export const PERMITTED = withKnownRefusals(
  (error) =>
    error instanceof GraphError && lacksPermission(error.code)
      ? refused('permission-missing', error.platformMessage, false)
      : null,
  OUTCOMES,
);

/** Why a container or an upload failed, if the platform reports the failure in a status instead of an error. */
export function failureBySubcode(subcode: number | null, platformMessage: string | null): Refused {
  const verdict = BY_SUBCODE.get(subcode ?? 0);
  if (verdict === 'open') return refused('server', platformMessage, true);
  if (typeof verdict === 'object' && 'reason' in verdict)
    return refused(verdict.reason, platformMessage, verdict.retryable);
  return refused('media-rejected', platformMessage, false);
}

function verdictOf(error: GraphError): Verdict {
  const { code, subcode, status, isFromPlatform, transient } = error;
  const known = BY_SUBCODE.get(subcode ?? 0) ?? BY_CODE.get(code ?? 0);
  if (known) return known;
  if (status === 429 || isBusinessThrottle(code)) return throttled('account');
  if (transient || status === 408 || status >= 500) return 'open';
  if (!isFromPlatform || code === null) return retryableRefusal('server');
  if (lacksPermission(code)) return permanentRefusal('reconnect');
  return permanentRefusal('rejected');
}

/** 80000 to 80014: one code for each business use case, including Pages and Instagram. */
const isBusinessThrottle = (code: number | null): boolean =>
  code !== null && code >= 80_000 && code <= 80_014;

function outcomeOfVerdict(
  verdict: Exclude<Verdict, string>,
  { platformMessage, headers }: GraphError,
  now: Date,
): Refused | Postponed {
  if ('reason' in verdict) return refused(verdict.reason, platformMessage, verdict.retryable);
  const { wait, ms, scope, onlyThisKind } = verdict;
  const waitFromPlatform = wait === 'rate-limit' ? regainAccess(headers) : null;
  const outcome = postponed(wait, platformMessage, new Date(now.getTime() + (waitFromPlatform ?? ms)));
  return {
    ...outcome,
    ...(waitFromPlatform !== null && { isTimeFromPlatform: true }),
    ...(scope && { scope }),
    ...(onlyThisKind && { onlyThisKind }),
  };
}

/** Whether a step may succeed if it is repeated immediately. */
export const isTransient = (error: unknown): boolean =>
  error instanceof OutgoingError
    ? error.failure !== 'blocked'
    : error instanceof GraphError && verdictOf(error) === 'open';
