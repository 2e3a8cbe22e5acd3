import { PUBLIC_EVENT_TYPES } from '@posthorn/contracts/external/events.http';
import { expect, it } from '@jest/globals';
import { EVENT_GROUPS, GROUP_NAMES, patternsOf, typesIn } from './event-types.ts';

const ALL = PUBLIC_EVENT_TYPES;

it('lists every event type in exactly one group', () => {
  expect(GROUP_NAMES.flatMap((group) => [...EVENT_GROUPS[group]]).sort()).toEqual([...ALL].sort());
});
it.each([
  [['*'], ALL],
  [['post.*'], EVENT_GROUPS.posts],
  [
    ['reply.*', 'plan.changed', 'later.*'],
    ['reply.sent', 'reply.failed', 'plan.changed'],
  ],
  [[], []],
])('lists the event types that match %j', (patterns, types) => {
  expect([...typesIn(patterns)].sort()).toEqual([...types].sort());
});
it.each([
  [ALL, ['*']],
  [EVENT_GROUPS.posts, ['post.*']],
  [EVENT_GROUPS.comments, ['comment.received', 'reply.*']],
  [['publication.failed', 'plan.changed'] as const, ['publication.failed', 'plan.changed']],
])('expresses %j with the fewest patterns', (types, patterns) => {
  expect(patternsOf(types)).toEqual(patterns);
});
it('keeps unknown patterns', () => {
  expect(patternsOf(['plan.changed'], ['later.*', 'post.*', '*'])).toEqual(['plan.changed', 'later.*']);
});
