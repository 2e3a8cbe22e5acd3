import { LIVE_TOPICS } from '@posthorn/contracts/shared/live.http';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { liveServer } from '#testing/live-server.ts';
import { listenLive, type ListChange } from './live-updates.ts';

const live = liveServer();
let received: ListChange[];
let cuts: (number | null)[];
let end: () => void;
beforeEach(() => {
  jest.useFakeTimers({ now: 1_000_000, doNotFake: ['queueMicrotask', 'nextTick'] });
  received = [];
  cuts = [];
  end = listenLive(
    'ana',
    (news) => received.push(news),
    (since) => cuts.push(since),
  );
});
afterEach(() => {
  end();
  jest.useRealTimers();
});

it('passes on changes, and does not reload lists when the first connection succeeds immediately', () => {
  live.opened();
  expect(received).toEqual([]);
  live.send('accounts');
  live.send('posts', { ids: [3, 4], gone: [5] });
  expect(received).toEqual([{ topic: 'accounts' }, { topic: 'posts', changes: { ids: [3, 4], gone: [5] } }]);
});

it('reports every list as changed when the first connection succeeds only after errors', () => {
  live.disconnected();
  live.disconnected();
  expect(received).toEqual([]);
  live.opened();
  expect(received).toEqual(LIVE_TOPICS.map((topic) => ({ topic })));
});

it('does not report changes after a reconnect, because the server resends the missed ones', () => {
  live.opened();
  live.disconnected();
  live.opened();
  expect(received).toEqual([]);
});

it('reports since when updates are missing, and until the reconnect reloads lists that may change', () => {
  live.opened();
  expect(cuts).toEqual([]);
  live.disconnected();
  jest.advanceTimersByTime(10_000);
  live.disconnected();
  expect(cuts).toEqual([1_000_000]);
  expect(received).toEqual([]);
  jest.advanceTimersByTime(20_000);
  const reloaded = ['posts', 'drafts', 'accounts', 'comments', 'notices', 'analytics'];
  expect(received).toEqual(reloaded.map((topic) => ({ topic })));
  live.opened();
  expect(cuts).toEqual([1_000_000, null]);
  jest.advanceTimersByTime(60_000);
  expect(received).toHaveLength(6);
});

it("sends the page's age, so that the server reports changes since its first requests", () => {
  jest.advanceTimersByTime(1_500);
  const requests: string[] = [];
  const FakeEventSource = globalThis.EventSource;
  Object.defineProperty(globalThis, 'EventSource', {
    value: class extends FakeEventSource {
      constructor(path: string) {
        super(path);
        requests.push(path);
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
  expect(requests).toHaveLength(1);
  const age = Number(/^\/api\/events\?age=(\d+)$/u.exec(requests[0] ?? '')?.[1]);
  expect(age).toBeGreaterThanOrEqual(1_500);
});

it('sends a newer tab the changes since that tab opened', () => {
  live.opened();
  live.send('comments');
  const tabMessages: unknown[] = [];
  const newerTab = new BroadcastChannel('live-news:ana');
  newerTab.onmessage = ({ data }: MessageEvent<unknown>) => tabMessages.push(data);
  newerTab.postMessage({ age: 1_000 });
  return new Promise<void>((resolve) => {
    newerTab.addEventListener('message', () => {
      if (tabMessages.length < 2) return;
      expect(tabMessages).toEqual([{ cut: null }, { topic: 'comments' }]);
      newerTab.close();
      resolve();
    });
  });
});
