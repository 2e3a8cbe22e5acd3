import type { Platform } from '@posthorn/contracts/shared/platform';
import type { Event, Stream } from '@posthorn/event-sourcing';
import { eventsOf, plain } from '@posthorn/event-sourcing/event-shape';

const DAY_MS = 86_400_000;
/** Keys of one account at least, for the time that its figures may be kept. */
const BUCKETS = 10;
/** Days within which the keys of an account go that its owner has disconnected. */
export const LEFT_WITHIN_DAYS = 6;
/** Days after which an account that lets nobody in counts as left. */
export const REFUSED_FOR_DAYS = 30;

/**
 * Figures of an account that were captured between `from` and `to` (`to` left out) and locked with the key `bucket` may be kept no longer;
 * it is destroyed because of it. What was captured then under other terms stays.
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
type Expired = Readonly<{ buckets: readonly string[] }>;

/** One for each account whose platform limits how long figures are kept; its last event says nothing of those before. */
export const metricsTermsStream: Stream<Expired, MetricsExpired> = {
  category: 'metricsTerms',
  initial: { buckets: [] },
  // Buckets that are closed lie within one time of keeping; older ones are never asked for again.
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
      upcasts: { 1: (data) => ({ ...data, bucket: bucketBetween(data as SpanOfOld) }) },
    },
  },
};

export const termsEvent = eventsOf<MetricsExpired>(metricsTermsStream.shapes);

/**
 * How long one key locks what is captured, in milliseconds. No longer than keys of an account last that is disconnected: what is seen
 * after a later connection would have none.
 */
const spanOf = (keepDays: number): number => Math.min(keepDays / BUCKETS, LEFT_WITHIN_DAYS) * DAY_MS;

/** The subject whose key locks what is captured of an account at this time: one for many looks. */
export const bucketOf = (accountId: number, capturedAt: string, keepDays: number): string =>
  `m/${String(accountId)}/${String(keepDays)}/${String(Math.floor(Date.parse(capturedAt) / spanOf(keepDays)))}`;

type SpanOfOld = Readonly<{ accountId: number; from: string; to: string }>;

/** While events did not name it there were two times of keeping, each with spans of its own. */
const bucketBetween = ({ accountId, from, to }: SpanOfOld): string =>
  bucketOf(accountId, from, Date.parse(to) - Date.parse(from) === spanOf(30) ? 30 : 365);

/** What a subject names: which account, from when to when, and when the oldest of it may be kept no longer. */
export type FiguresBucket = Readonly<{ accountId: number; from: string; to: string; endsAt: string }>;

/** @throws Error for a text that `bucketOf` did not make */
export function readBucket(subject: string): FiguresBucket {
  const [mark, accountId, keepDays, number] = subject.split('/');
  if (mark !== 'm' || number === undefined) throw new Error(`${subject} names no figures.`);
  const span = spanOf(Number(keepDays));
  const from = Number(number) * span;
  return {
    accountId: Number(accountId),
    from: new Date(from).toISOString(),
    to: new Date(from + span).toISOString(),
    endsAt: new Date(from + Number(keepDays) * DAY_MS).toISOString(),
  };
}

/** Repeating it adds nothing. */
export const expire = ({ buckets }: Expired, expired: MetricsExpired['data']): MetricsExpired[] =>
  buckets.includes(expired.bucket) ? [] : [termsEvent('MetricsExpired', expired)];
