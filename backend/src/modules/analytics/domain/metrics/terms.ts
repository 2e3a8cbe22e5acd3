import type { Platform } from '@posthorn/contracts/shared/platform';
import type { Event, Stream } from '@posthorn/event-sourcing';
import { eventsOf, plain } from '@posthorn/event-sourcing/event-shape';
import { DAY_MS } from '@posthorn/contracts/shared/durations';

/** A bucket is a span of time: the figures that an account captures in it share one encryption key. The retention time has at least this many. */
const BUCKETS = 10;
/** The number of days until the keys of a disconnected account are destroyed. */
export const LEFT_WITHIN_DAYS = 6;
/** The number of days after which an account that refuses access counts as disconnected. */
export const REFUSED_FOR_DAYS = 30;

/**
 * Some figures of an account may no longer be kept: those captured from `from` to before `to` and encrypted with the key `bucket`.
 * The product destroys the key after this event. Figures captured in that span under other terms stay.
 */
export type MetricsExpired = Event<
  'MetricsExpired',
  2,
  Readonly<{
    accountId: number;
    ownerId: string;
    platform: Platform;
    bucket: string;
    from: string;
    to: string;
    reason: 'terms' | 'disconnected';
    at: string;
  }>
>;
type ExpiredBuckets = Readonly<{ buckets: readonly string[] }>;

/** One stream for each account whose platform limits how long figures are kept. No event summarises the earlier events. */
export const metricsTermsStream: Stream<ExpiredBuckets, MetricsExpired> = {
  category: 'metricsTerms',
  initial: { buckets: [] },
  // An interrupted run repeats only its last buckets, so decisions need no older buckets.
  evolve: ({ buckets }, { data }) => ({ buckets: [...buckets, data.bucket].slice(-3 * BUCKETS) }),
  shapes: {
    MetricsExpired: {
      schema: 2,
      fields: {
        ownerId: plain,
        platform: plain,
        bucket: plain,
        from: plain,
        to: plain,
        reason: plain,
        at: plain,
      },
      upcasts: { 1: (data) => ({ ...data, bucket: bucketBetween(data as SpanOfOldEvent) }) },
    },
  },
};

export const termsEvent = eventsOf<MetricsExpired>(metricsTermsStream.shapes);

/**
 * The span of one key in milliseconds. It is at most the time until the keys of a disconnected account are destroyed. Otherwise a poll after
 * a new connection would find its key destroyed.
 */
const spanOf = (keepDays: number): number =>
  // Division comes last: 7 / 10 * 86,400,000 is not a whole number, and spans would begin a millisecond early.
  Math.min((keepDays * DAY_MS) / BUCKETS, LEFT_WITHIN_DAYS * DAY_MS);

/** The subject whose key encrypts the figures that an account captures at this time. Many polls share this key. */
export const bucketOf = (accountId: number, capturedAt: string, keepDays: number): string =>
  `m/${String(accountId)}/${String(keepDays)}/${String(Math.floor(Date.parse(capturedAt) / spanOf(keepDays)))}`;

type SpanOfOldEvent = Readonly<{ accountId: number; from: string; to: string }>;

/** Computes the bucket for events before schema 2, which did not contain it. Only two retention times existed then, each with its own spans. */
const bucketBetween = ({ accountId, from, to }: SpanOfOldEvent): string =>
  bucketOf(accountId, from, Date.parse(to) - Date.parse(from) === spanOf(30) ? 30 : 365);

/** The parsed subject: the account, the span, and the time (`endsAt`) until which its oldest figure may be kept. */
export type FiguresBucket = Readonly<{ accountId: number; from: string; to: string; endsAt: string }>;

/** @throws Error for a text that `bucketOf` did not make */
export function readBucket(subject: string): FiguresBucket {
  const [mark, accountId, keepDays, number] = subject.split('/');
  if (mark !== 'm' || number === undefined) throw new Error(`${subject} is not the subject of metrics.`);
  const span = spanOf(Number(keepDays));
  const from = Number(number) * span;
  return {
    accountId: Number(accountId),
    from: new Date(from).toISOString(),
    to: new Date(from + span).toISOString(),
    endsAt: new Date(from + Number(keepDays) * DAY_MS).toISOString(),
  };
}

/** Returns no event when the bucket has expired already. */
export const expire = ({ buckets }: ExpiredBuckets, expired: MetricsExpired['data']): MetricsExpired[] =>
  buckets.includes(expired.bucket) ? [] : [termsEvent('MetricsExpired', expired)];
