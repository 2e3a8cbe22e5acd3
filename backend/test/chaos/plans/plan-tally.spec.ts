import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { expect, it } from '@jest/globals';
import type { SandboxPost } from '../../sandbox-control.ts';
import { possibleTimes, tallyPlans, type RequestedTime, type Plan, type PlanTally } from './plan-tally.ts';

const at = (second: number) => `2026-11-21T12:00:0${String(second)}.000Z`;
const requestedTime = (second: number, sent: number, answered: number | null): RequestedTime => ({
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
const keptDraft = { id: 'b', content: 'Kept' };
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
const movedPlan = plan(requestedTime(3, 1, 2), requestedTime(5, 3, 4));

it('reports nothing when each post was published after its last accepted time and each draft exists', () => {
  const found = { posts: [post(5)], drafts: [keptDraft], received: [copy(6)] };
  expect(tallyPlans([movedPlan, keptPlan], found)).toEqual({
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
  ['a post at a time that was replaced', { posts: [post(3)], received: [copy(4)] }, { unchosen: 1 }],
  ['a post at a time that no client requested', { posts: [post(7)], received: [copy(8)] }, { unchosen: 1 }],
  ['a copy at the time before the move', { posts: [post(5)], received: [copy(3)] }, { early: 1 }],
  [
    'a draft that exists together with its post',
    { posts: [post(5)], drafts: [keptDraft, { id: 'a', content: '' }] },
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
  const report = tallyPlans([movedPlan, keptPlan], {
    posts: [],
    drafts: [keptDraft],
    received: [],
    ...found,
  });
  expect(report).toMatchObject({ ...counted, problems: { length: 1 } });
});

it('allows each requested time without a response, and both times of simultaneous requests', () => {
  const possible = (...requested: readonly RequestedTime[]) => [...possibleTimes(requested)];
  expect(possible(requestedTime(3, 1, 2))).toEqual([at(3)]);
  expect(possible(requestedTime(3, 1, 2), requestedTime(5, 3, null))).toEqual([at(3), at(5)]);
  expect(possible(requestedTime(3, 1, 2), requestedTime(5, 3, null), requestedTime(7, 4, 5))).toEqual([
    at(5),
    at(7),
  ]);
  expect(possible(requestedTime(3, 1, 2), requestedTime(5, 3, 5), requestedTime(7, 4, 6))).toEqual([
    at(5),
    at(7),
  ]);
  expect(possible(requestedTime(5, 3, 5), requestedTime(7, 4, 6), requestedTime(9, 7, 8))).toEqual([at(9)]);
});
