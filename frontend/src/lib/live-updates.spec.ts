import { LIVE_TOPICS } from '@posthorn/contracts/shared/live.http';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { liveNews } from '#testing/live-news.ts';
import { listenLive, type LiveNews } from './live-updates.ts';

const live = liveNews();
let moved: LiveNews[];
let cuts: (number | null)[];
let end: () => void;
beforeEach(() => {
  jest.useFakeTimers({ now: 1_000_000, doNotFake: ['queueMicrotask', 'nextTick'] });
  moved = [];
  cuts = [];
  end = listenLive(
    'ana',
    (news) => moved.push(news),
    (since) => cuts.push(since),
  );
});
afterEach(() => {
  end();
  jest.useRealTimers();
});

it('passes on what has moved, and asks for nothing when the connection is there at once', () => {
  live.opened();
  expect(moved).toEqual([]);
  live.tell('accounts');
  live.tell('posts', { ids: [3, 4], gone: [5] });
  expect(moved).toEqual([{ topic: 'accounts' }, { topic: 'posts', changes: { ids: [3, 4], gone: [5] } }]);
});

it('counts every list as moved when the first connection came only after trouble', () => {
  live.cutOff();
  live.cutOff();
  expect(moved).toEqual([]);
  live.opened();
  expect(moved).toEqual(LIVE_TOPICS.map((topic) => ({ topic })));
});

it('leaves it to the server to say what a connection that breaks later has missed', () => {
  live.opened();
  live.cutOff();
  live.opened();
  expect(moved).toEqual([]);
});

it('says since when it hears nothing, and asks for everything that may move meanwhile', () => {
  live.opened();
  expect(cuts).toEqual([]);
  live.cutOff();
  jest.advanceTimersByTime(10_000);
  live.cutOff();
  expect(cuts).toEqual([1_000_000]);
  expect(moved).toEqual([]);
  jest.advanceTimersByTime(20_000);
  expect(moved).toEqual([{ topic: 'posts' }, { topic: 'accounts' }]);
  live.opened();
  expect(cuts).toEqual([1_000_000, null]);
  jest.advanceTimersByTime(60_000);
  expect(moved).toHaveLength(2);
});
