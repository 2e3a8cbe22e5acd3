import { WEBHOOK } from '@posthorn/contracts/external/webhooks.http';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@posthorn/contracts/shared/durations';

/**
 * The delays between tries, in milliseconds: the example of Standard Webhooks 1.0.0 (section "Deliverability and reliability"). After
 * the last delay and try, a delivery has failed.
 */
export const TRY_AGAIN_AFTER = [
  ...[
    5 * SECOND_MS,
    5 * MINUTE_MS,
    30 * MINUTE_MS,
    2 * HOUR_MS,
    5 * HOUR_MS,
    10 * HOUR_MS,
    14 * HOUR_MS,
    20 * HOUR_MS,
    DAY_MS,
  ],
];
/** The share by which each delay varies, so that deliveries that failed together are not repeated together. */
const JITTER = 0.2;
/** The longest pause that a receiver may request. */
const LONGEST_PAUSE = DAY_MS;
/** With these statuses a receiver may set Retry-After. */
const BUSY: readonly number[] = [429, 502, 503, 504];
const GONE = 410;

/** `status` null: there was no response. `retryAfter`: milliseconds; null without the header. */
export type DeliveryAnswer = Readonly<{ status: number | null; retryAfter: number | null }>;
/** `pause`: milliseconds for which nothing is sent to the endpoint; null: the next delivery may be sent. */
export type DeliveryDecision =
  | Readonly<{ kind: 'delivered' }>
  | Readonly<{ kind: 'gone' }>
  | Readonly<{ kind: 'again'; wait: number; pause: number | null }>
  | Readonly<{ kind: 'failed'; pause: number | null }>;

/**
 * Decides what follows a response of the receiver.
 * @param tries including this one
 * @param random in [0, 1)
 */
export function decideDelivery(
  { status, retryAfter }: DeliveryAnswer,
  tries: number,
  random: number,
  waits: readonly number[] = TRY_AGAIN_AFTER,
): DeliveryDecision {
  if (status !== null && status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === GONE) return { kind: 'gone' };
  const hasRequestedPause = status !== null && BUSY.includes(status) && retryAfter !== null && retryAfter > 0;
  const pause = hasRequestedPause ? Math.min(retryAfter, LONGEST_PAUSE) : null;
  const wait = waits[tries - 1];
  if (wait === undefined) return { kind: 'failed', pause };
  const jittered = Math.round(wait * (1 + JITTER * (2 * random - 1)));
  return { kind: 'again', wait: Math.max(jittered, pause ?? 0), pause };
}

/** Whether all deliveries to an endpoint have failed for so long that sending stops. */
export const isFailingForGood = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= WEBHOOK.failingDays * DAY_MS;
