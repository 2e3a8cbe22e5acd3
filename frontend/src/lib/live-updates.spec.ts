import { LIVE_TOPICS, type LiveTopic } from '@posthorn/contracts/shared/live.http';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { liveNews } from '#testing/live-news.ts';
import { listenLive } from './live-updates.ts';

const live = liveNews();
let moved: LiveTopic[];
let end: () => void;
beforeEach(() => {
  moved = [];
  end = listenLive('ana', (topic) => moved.push(topic));
});
afterEach(() => {
  end();
});

it('passes on what has moved, and asks for nothing when the connection is there at once', () => {
  live.opened();
  expect(moved).toEqual([]);
  live.tell('accounts');
  expect(moved).toEqual(['accounts']);
});

it('counts every list as moved when the first connection came only after trouble', () => {
  live.cutOff();
  live.cutOff();
  expect(moved).toEqual([]);
  live.opened();
  expect(moved).toEqual(LIVE_TOPICS);
});

it('leaves it to the server to say what a connection that breaks later has missed', () => {
  live.opened();
  live.cutOff();
  live.opened();
  expect(moved).toEqual([]);
});
