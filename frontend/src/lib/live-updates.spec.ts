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

it('passes on changes, and reloads no list when the first connection succeeds at the first try', () => {
  live.opened();
  expect(moved).toEqual([]);
  live.send('accounts');
  live.send('posts', { ids: [3, 4], gone: [5] });
  expect(moved).toEqual([{ topic: 'accounts' }, { topic: 'posts', changes: { ids: [3, 4], gone: [5] } }]);
});

it('counts every list as changed when the first connection succeeds only after errors', () => {
  live.cutOff();
  live.cutOff();
  expect(moved).toEqual([]);
  live.opened();
  expect(moved).toEqual(LIVE_TOPICS.map((topic) => ({ topic })));
});

it('relies on the server to send missed changes again after a reconnect', () => {
  live.opened();
  live.cutOff();
  live.opened();
  expect(moved).toEqual([]);
});

it('reports since when updates are missing, and refreshes lists that may change in the meantime', () => {
  live.opened();
  expect(cuts).toEqual([]);
  live.cutOff();
  jest.advanceTimersByTime(10_000);
  live.cutOff();
  expect(cuts).toEqual([1_000_000]);
  expect(moved).toEqual([]);
  jest.advanceTimersByTime(20_000);
  const alone = ['posts', 'drafts', 'accounts', 'comments', 'notices', 'analytics'];
  expect(moved).toEqual(alone.map((topic) => ({ topic })));
  live.opened();
  expect(cuts).toEqual([1_000_000, null]);
  jest.advanceTimersByTime(60_000);
  expect(moved).toHaveLength(6);
});

it("sends the page's age, so that the server reports changes since its first requests", () => {
  jest.advanceTimersByTime(1_500);
  const asked: string[] = [];
  const Known = globalThis.EventSource;
  Object.defineProperty(globalThis, 'EventSource', {
    value: class extends Known {
      constructor(path: string) {
        super(path);
        asked.push(path);
      }
    },
    configurable: true,
  });
  const stop = listenLive(
    'eve',
    () => undefined,
    () => undefined,
  );
  stop();
  expect(asked).toHaveLength(1);
  const age = Number(/^\/api\/events\?age=(\d+)$/u.exec(asked[0] ?? '')?.[1]);
  expect(age).toBeGreaterThanOrEqual(1_500);
});

it('sends a newer tab the changes since that tab opened', () => {
  live.opened();
  live.send('comments');
  const heard: unknown[] = [];
  const later = new BroadcastChannel('live-news:ana');
  later.onmessage = ({ data }: MessageEvent<unknown>) => heard.push(data);
  later.postMessage({ age: 1_000 });
  return new Promise<void>((resolve) => {
    later.addEventListener('message', () => {
      if (heard.length < 2) return;
      expect(heard).toEqual([{ cut: null }, { topic: 'comments' }]);
      later.close();
      resolve();
    });
  });
});
