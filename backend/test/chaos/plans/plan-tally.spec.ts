import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { expect, it } from '@jest/globals';
import type { SandboxPost } from '../../sandbox-control.ts';
import { possibleTimes, tallyPlans, type RequestedTime, type Plan, type PlanTally } from './plan-tally.ts';

const at = (second: number) => `2026-11-21T12:00:0${String(second)}.000Z`;
const time = (second: number, sent: number, answered: number | null): RequestedTime => ({
  at: at(second),
  sent,
  answered,
});
const plan = (...times: readonly RequestedTime[]): Plan => ({
  draftId: 'a',
  postId: 1,
  words: 'Words',
  times,
});
const keptPlan: Plan = { draftId: 'b', postId: null, words: 'Kept', times: [] };
const kept = { id: 'b', content: 'Kept' };
const post = (second: number, id = 1): PostView =>
  ({
    id,
    content: 'Words',
    scheduledFor: at(second),
    targets: [{ platform: 'bluesky', content: 'Mark.' }],
  }) as unknown as PostView;
const copy = (second: number): SandboxPost => ({
  platform: 'bluesky',
  account: 'ana',
  remoteId: 'remote',
  text: 'Mark. And more',
  media: [],
  receivedAt: at(second),
});
const moved = plan(time(3, 1, 2), time(5, 3, 4));

it('reports nothing when each post was published after its last accepted time and each draft exists', () => {
  const found = { posts: [post(5)], drafts: [kept], received: [copy(6)] };
  expect(tallyPlans([moved, keptPlan], found)).toEqual({
    plans: 2,
    kept: 1,
    moves: 1,
    unanswered: 0,
    unchosen: 0,
    early: 0,
    lostDrafts: 0,
    leftoverDrafts: 0,
    extra: 0,
    problems: [],
  });
});

type Case = readonly [string, Partial<Parameters<typeof tallyPlans>[1]>, Partial<PlanTally>];
const FAULTS: readonly Case[] = [
  ['a time that was replaced', { posts: [post(3)], received: [copy(4)] }, { unchosen: 1 }],
  ['a time that no client requested', { posts: [post(7)], received: [copy(8)] }, { unchosen: 1 }],
  ['a copy at the time before the move', { posts: [post(5)], received: [copy(3)] }, { early: 1 }],
  [
    'a draft that exists together with its post',
    { posts: [post(5)], drafts: [kept, { id: 'a', content: '' }] },
    { leftoverDrafts: 1 },
  ],
  ['a second post of one draft', { posts: [post(5), post(5, 2)] }, { extra: 1 }],
  ['a draft that is gone', { posts: [post(5)], drafts: [] }, { lostDrafts: 1 }],
  [
    'a draft with an old text',
    { posts: [post(5)], drafts: [{ id: 'b', content: 'Old' }] },
    { lostDrafts: 1 },
  ],
];
it.each(FAULTS)('finds %s', (_, found, counted) => {
  const report = tallyPlans([moved, keptPlan], { posts: [], drafts: [kept], received: [], ...found });
  expect(report).toMatchObject({ ...counted, problems: { length: 1 } });
});

it('accepts each time without a response, and both times of simultaneous requests', () => {
  const times = (...asked: readonly RequestedTime[]) => [...possibleTimes(asked)];
  expect(times(time(3, 1, 2))).toEqual([at(3)]);
  expect(times(time(3, 1, 2), time(5, 3, null))).toEqual([at(3), at(5)]);
  expect(times(time(3, 1, 2), time(5, 3, null), time(7, 4, 5))).toEqual([at(5), at(7)]);
  expect(times(time(3, 1, 2), time(5, 3, 5), time(7, 4, 6))).toEqual([at(5), at(7)]);
  expect(times(time(5, 3, 5), time(7, 4, 6), time(9, 7, 8))).toEqual([at(9)]);
});
