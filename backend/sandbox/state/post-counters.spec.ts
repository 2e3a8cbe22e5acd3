import { HOUR_MS } from '@posthorn/contracts/shared/durations';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Journal } from './journal.ts';
import { PostCounters, type Counter, type MetricsSetting } from './post-counters.ts';

let directory = '';
let journal: Journal;
let counters: PostCounters;
let now = 0;

const openCounters = () => {
  journal = new Journal(directory, () => now);
  counters = new PostCounters(journal, () => now);
  journal.load();
};
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'posthorn-counters-'));
  now = Date.parse('2030-01-01T12:00:00Z');
  openCounters();
});
afterEach(() => {
  journal.close();
  rmSync(directory, { recursive: true });
});

const post = { platform: 'mastodon', remoteId: '1' };
const setMetrics = (extra: Partial<MetricsSetting>) => {
  counters.set({ ...post, counts: {}, ...extra });
};
const countOf = (counter: Counter = 'likes') => counters.countOf('mastodon', '1', counter);

it('applies each setting at its time, in any order of arrival, even after a restart', () => {
  setMetrics({ counts: { likes: 9 }, afterSeconds: 20 });
  setMetrics({ counts: { likes: 5, shares: 1 }, afterSeconds: 10 });
  const seen = () => [countOf(), countOf('shares')];
  expect(seen()).toEqual([0, 0]);
  now += 10_000;
  expect(seen()).toEqual([5, 1]);
  journal.close();
  openCounters();
  now += 10_000;
  expect(seen()).toEqual([9, 1]);
  setMetrics({ omitted: ['likes'] });
  expect(seen()).toEqual([undefined, 1]);
});

it('returns old counts while a lag is set, and current counts after it is removed', () => {
  setMetrics({ counts: { likes: 5 }, lagSeconds: 3600 });
  expect(countOf()).toBe(0);
  now += HOUR_MS;
  setMetrics({ counts: { likes: 8 } });
  expect(countOf()).toBe(5);
  setMetrics({ lagSeconds: 0 });
  expect(countOf()).toBe(8);
});

it('increases counts by a seed: the same each time, differently for each seed, and never down', () => {
  setMetrics({ counts: { likes: 5 }, seed: 1 });
  const hourly = () =>
    Array.from({ length: 8 }, () => {
      now += HOUR_MS;
      return countOf() ?? -1;
    });
  const likes = hourly();
  expect(likes).toEqual([...likes].sort((a, b) => a - b));
  expect(likes[0]).toBeGreaterThan(5);
  expect(likes[7]).toBeGreaterThan(50);
  setMetrics({ seed: 2 });
  expect(countOf()).toBe(5);
  expect(hourly()).not.toEqual(likes);
  setMetrics({ seed: 1 });
  expect(hourly()).toEqual(likes);
  setMetrics({ counts: { likes: 3 } });
  expect(countOf()).toBe(3);
  now += HOUR_MS;
  expect(countOf()).toBeGreaterThanOrEqual(3);
});
