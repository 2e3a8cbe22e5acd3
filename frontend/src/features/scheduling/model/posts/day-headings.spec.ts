import type { PostStatus } from '@posthorn/contracts/scheduling/posts.http';
import { expect, it } from '@jest/globals';
import { dayHeadings } from './day-headings.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const postAt = (scheduledFor: string, status: PostStatus = 'scheduled') => ({ scheduledFor, status });

it('returns a day heading only for the first post of each day', () => {
  const posts = [
    postAt('2026-11-21T13:00:00Z'),
    postAt('2026-11-21T14:00:00Z'),
    postAt('2026-11-22T09:00:00Z'),
    postAt('2026-11-23T09:00:00Z'),
    postAt('2027-11-23T09:00:00Z'),
  ];
  expect(dayHeadings(posts, 'UTC', NOW)).toEqual([
    'Today',
    null,
    'Tomorrow',
    'Mon 23 Nov',
    'Tue 23 Nov 2027',
  ]);
});
it('starts a new heading at the first past post', () => {
  const posts = [
    postAt('2026-11-21T13:00:00Z'),
    postAt('2026-11-21T11:00:00Z', 'posted'),
    postAt('2026-11-20T11:00:00Z', 'failed'),
    postAt('2026-11-19T11:00:00Z', 'posted'),
  ];
  expect(dayHeadings(posts, 'UTC', NOW)).toEqual(['Today', 'Earlier today', 'Yesterday', 'Thu 19 Nov']);
  expect(dayHeadings(posts.slice(1), 'UTC', NOW)[0]).toBe('Today');
});
it('separates days by the midnights of the zone', () => {
  expect(dayHeadings([postAt('2026-11-21T23:30:00Z')], 'Europe/Paris', NOW)).toEqual(['Tomorrow']);
});
