import { LIVE_TOPICS } from '@posthorn/contracts/shared/live.http';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { liveNews } from '#testing/live-news.ts';
import { listenLive, type LiveNews } from './live-updates.ts';

const live = liveNews();
let moved: LiveNews[];
let end: () => void;
beforeEach(() => {
  moved = [];
  end = listenLive('ana', (news) => moved.push(news));
});
afterEach(() => {
  end();
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
