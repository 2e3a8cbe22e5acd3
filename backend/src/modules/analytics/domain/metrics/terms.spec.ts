import { DAY_MS } from '@posthorn/contracts/shared/durations';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  bucketOf,
  expire,
  LEFT_WITHIN_DAYS,
  metricsTermsStream,
  readBucket,
  type MetricsExpired,
} from './terms.ts';

const instant = fc
  .integer({ min: Date.parse('2020-01-01'), max: Date.parse('2040-01-01') })
  .map((at) => new Date(at).toISOString());
const keepDays = fc.constantFrom(1, 7, 30, 31, 365);

it('chooses a span that contains the capture, and an end that is not too late for any figure', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1 }), instant, keepDays, (accountId, at, days) => {
      const bucket = readBucket(bucketOf(accountId, at, days));
      expect(bucket.accountId).toBe(accountId);
      expect(bucket.from <= at && at < bucket.to).toBe(true);
      expect(Date.parse(bucket.endsAt)).toBe(Date.parse(bucket.from) + days * DAY_MS);
      expect(Date.parse(bucket.endsAt)).toBeLessThanOrEqual(Date.parse(at) + days * DAY_MS);
      // The product deletes no figure much earlier than necessary.
      expect(Date.parse(bucket.endsAt)).toBeGreaterThanOrEqual(Date.parse(at) + 0.9 * days * DAY_MS - 1);
    }),
    { examples: [[1, '2039-08-31T23:59:59.999Z', 7]] },
  );
});
it('has spans of whole milliseconds for each retention time', () => {
  for (let days = 1; days <= 365; days++) {
    const span = (Math.min(days, 10 * LEFT_WITHIN_DAYS) * DAY_MS) / 10;
    const first = readBucket(`m/1/${String(days)}/40000`);
    expect([days, Date.parse(first.from)]).toEqual([days, 40_000 * span]);
    expect([days, bucketOf(1, first.from, days)]).toEqual([days, `m/1/${String(days)}/40000`]);
  }
});
it('begins each span at the end of the last span, so that an account has few keys at a time', () => {
  fc.assert(
    fc.property(instant, keepDays, (now, days) => {
      const subjects = new Set<string>();
      for (let at = Date.parse(now) - 2 * days * DAY_MS; at <= Date.parse(now); at += (days * DAY_MS) / 100)
        subjects.add(bucketOf(7, new Date(at).toISOString(), days));
      const buckets = [...subjects].map(readBucket);
      buckets.slice(1).forEach(({ from }, index) => {
        expect(from).toBe(buckets[index]?.to);
      });
      const live = buckets.filter(({ endsAt }) => endsAt > now).length;
      const keys = Math.max(10, Math.floor(days / LEFT_WITHIN_DAYS));
      expect([keys, keys + 1]).toContain(live);
    }),
  );
});
it('ends a span before the keys of a disconnected account are destroyed, so that a new connection uses new keys', () => {
  fc.assert(
    fc.property(instant, keepDays, (disconnectedAt, days) => {
      const destroyedAt = new Date(Date.parse(disconnectedAt) + LEFT_WITHIN_DAYS * DAY_MS).toISOString();
      expect(bucketOf(7, destroyedAt, days)).not.toBe(bucketOf(7, disconnectedAt, days));
    }),
  );
});
it('has separate keys for each account and each retention time', () => {
  const at = '2030-01-01T00:00:00.000Z';
  expect(new Set([bucketOf(1, at, 30), bucketOf(2, at, 30), bucketOf(1, at, 365)]).size).toBe(3);
});
it.each(['', 'm/1/30', 'x/1/30/4'])('refuses the text %p, which is not the subject of a key', (text) => {
  expect(() => readBucket(text)).toThrow('is not the subject of metrics');
});

const FIRST = '2030-01-01T00:00:00.000Z';
const expired = (bucket: string): MetricsExpired['data'] => {
  const { from, to } = readBucket(bucket);
  return {
    accountId: 7,
    ownerId: 'ana',
    platform: 'youtube',
    bucket,
    from,
    to,
    reason: 'terms',
    at: '2030-03-01T00:00:00.000Z',
  };
};
const stateAfter = (...facts: readonly MetricsExpired['data'][]) =>
  facts
    .flatMap((fact) => expire(metricsTermsStream.initial, fact))
    .reduce(metricsTermsStream.evolve, metricsTermsStream.initial);

it('records the expiry of a key once', () => {
  const first = expired(bucketOf(7, FIRST, 30));
  expect(expire(stateAfter(), first)).toHaveLength(1);
  expect(expire(stateAfter(first), { ...first, at: '2030-03-02T00:00:00.000Z' })).toEqual([]);
  expect(expire(stateAfter(first), expired(bucketOf(7, '2030-01-04T00:00:00.000Z', 30)))).toHaveLength(1);
});
it('records the expiry of each key of a span in which terms have changed', () => {
  const [short, long] = [90, 365].map((days) => expired(bucketOf(7, FIRST, days))) as [
    MetricsExpired['data'],
    MetricsExpired['data'],
  ];
  expect([short.from, short.to]).toEqual([long.from, long.to]);
  expect(expire(stateAfter(short), long)).toHaveLength(1);
});
it('finds the key of figures that expired before events contained the key', () => {
  const upcast = metricsTermsStream.shapes.MetricsExpired.upcasts?.[1];
  fc.assert(
    fc.property(instant, fc.constantFrom(30, 365), (at, days) => {
      const now = expired(bucketOf(7, at, days));
      expect(upcast?.({ ...now, bucket: undefined })).toEqual(now);
    }),
  );
});
