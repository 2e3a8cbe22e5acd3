import { PUBLIC_EVENT_TYPES } from '@posthorn/contracts/external/events.http';
import { expect, it } from '@jest/globals';
import { EVENT_GROUPS, GROUP_NAMES, patternsOf, typesIn } from './event-types.ts';

const ALL = PUBLIC_EVENT_TYPES;

it('has every type in one group', () => {
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
])('finds the types of %j', (patterns, types) => {
  expect([...typesIn(patterns)].sort()).toEqual([...types].sort());
});
it.each([
  [ALL, ['*']],
  [EVENT_GROUPS.posts, ['post.*']],
  [EVENT_GROUPS.comments, ['comment.received', 'reply.*']],
  [['publication.failed', 'plan.changed'] as const, ['publication.failed', 'plan.changed']],
])('shortens %j to the fewest patterns', (types, patterns) => {
  expect(patternsOf(types)).toEqual(patterns);
});
it('keeps patterns that it does not know', () => {
  expect(patternsOf(['plan.changed'], ['later.*', 'post.*', '*'])).toEqual(['plan.changed', 'later.*']);
});
