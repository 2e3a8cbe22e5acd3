import { expect, it } from '@jest/globals';
import { idempotentContext } from '#infrastructure/effects/attempt/idempotent-context.ts';
import * as rules from '#infrastructure/effects/attempt/rules.ts';
import { CommentCannotBeRemoved, CommentIsGone } from './inbox.errors.ts';
import type { Comment } from './comment.ts';
import { moderate, moderationOutcome } from './moderating.ts';
import { resumeWaiting } from './replying.ts';
import {
  at,
  id,
  now,
  refused,
  requested,
  seen,
  story,
  timedOut,
  typesOf,
} from './testing/comment-samples.ts';

const means = { hide: 'platform', remove: true, platformName: 'Social' } as const;
const wished =
  (
    action: 'hide' | 'unhide' | 'remove',
    seconds = 10,
    changes: Partial<Parameters<typeof moderate>[3]> = {},
  ) =>
  (comment: Comment) =>
    moderate(comment, id, action, { ...means, ...changes }, now(seconds));
const c = (seconds: number) => idempotentContext({ now: now(seconds), random: 0 });
function effectOf({ moderation }: Comment) {
  if (!moderation) throw new Error('Nobody wants anything.');
  return moderation.effect;
}
const begun =
  (seconds: number, attemptId = 'm1') =>
  (comment: Comment) =>
    moderationOutcome(comment, id, rules.start(effectOf(comment), attemptId, c(seconds)));
const ended =
  (seconds: number, outcome: rules.AttemptOutcome<null>, attemptId = 'm1') =>
  (comment: Comment) =>
    moderationOutcome(comment, id, rules.settle(effectOf(comment), attemptId, outcome, c(seconds)));
const done = { kind: 'done', result: null } as const;

it('hides a comment in the inbox at once, and on the platform in the background', () => {
  const comment = story(seen(), wished('hide'));
  expect(comment).toMatchObject({ hidden: 'here', moderation: { action: 'hide' } });
  expect(wished('hide')(comment)).toEqual([]);
  const hidden = story(seen(), wished('hide'), begun(11), ended(12, done));
  expect(hidden).toMatchObject({ hidden: 'platform', isHiddenThere: true });
  expect(rules.nextStep(effectOf(hidden), c(13))).toEqual({ kind: 'nothing' });
  expect(wished('hide')(hidden)).toEqual([]);
});

it('hides a comment only in the inbox where the platform offers no way', () => {
  expect(typesOf(wished('hide', 10, { hide: 'here' })(story(seen())))).toEqual(['CommentHidden']);
  const shown = story(seen(), wished('hide', 10, { hide: 'here' }), wished('unhide', 20, { hide: 'here' }));
  expect(shown).toMatchObject({ hidden: null, moderation: null });
});

it('calls a comment hidden on its platform only while the platform reports it as hidden', () => {
  const only = { hide: 'here' } as const;
  const shown = [seen(0, { hidden: true }), wished('unhide', 10, only)] as const;
  const hidden = story(...shown, wished('hide', 20, only));
  expect(hidden).toMatchObject({ hidden: 'here', moderation: null });
  expect(seen(15, { hidden: true })(hidden)).toEqual([]);
  expect(story(...shown, wished('hide', 20, only), seen(30, { hidden: true })).hidden).toBe('platform');
});

it('keeps a comment hidden in the inbox when a person wants it, even if the platform shows it again', () => {
  const hidden = [seen(), wished('hide', 10, { hide: 'here' })] as const;
  const moved = [seen(20, { hidden: true }), seen(30, { hidden: false })] as const;
  expect(story(...hidden, ...moved)).toMatchObject({ hidden: 'here', isHiddenThere: false });
  const there = story(seen(), wished('hide'), begun(11), ended(12, done), seen(20, { hidden: false }));
  expect(there).toMatchObject({ hidden: null, isHiddenThere: false });
});

it('keeps the request to hide a comment that the platform hid at the time, for example with its parent', () => {
  const only = { hide: 'here' } as const;
  const wanted = [seen(), seen(10, { hidden: true }), wished('hide', 20, only)] as const;
  expect(story(...wanted)).toMatchObject({ hidden: 'here', isHiddenHere: true });
  expect(wished('hide', 21, only)(story(...wanted))).toEqual([]);
  const under = story(...wanted, seen(25, { hidden: true }));
  expect(under).toMatchObject({ hidden: 'platform', isHiddenHere: true });
  expect(wished('hide', 26, only)(under)).toEqual([]);
  expect(story(...wanted, seen(30, { hidden: false })).hidden).toBe('here');
});

it('shows a hidden comment again, but only after the call that hides it has ended', () => {
  const hidden = story(seen(), wished('hide'), begun(11), ended(12, done));
  expect(typesOf(wished('unhide', 20)(hidden))).toEqual(['CommentUnhidden', 'CommentModerationRequested']);
  const hiding = story(seen(), wished('hide'), begun(11));
  expect(wished('unhide', 20)(hiding)[1]).toMatchObject({ data: { action: 'unhide', nextAt: at(41) } });
  const shown = story(seen(), wished('hide'), begun(11), wished('unhide', 20));
  expect(shown.hidden).toBeNull();
  // The late answer to the call for the earlier wish ends nothing.
  expect(ended(21, done)(shown)).toEqual([]);
});

it('waits for the call of an earlier request, however often the owner makes a new one', () => {
  const hiding = [seen(), wished('hide'), begun(11)] as const;
  const again = story(...hiding, wished('unhide', 20), wished('hide', 21), wished('unhide', 22));
  expect(effectOf(again)).toMatchObject({ dueAt: at(41) });
  const late = story(...hiding, wished('unhide', 20), wished('hide', 50));
  expect(effectOf(late)).toMatchObject({ dueAt: at(50) });
});

it('assumes that a failed call may have worked', () => {
  const failed = [wished('hide'), begun(11), ended(12, refused)] as const;
  expect(typesOf(wished('unhide', 20)(story(seen(), ...failed)))).toEqual([
    ...['CommentUnhidden', 'CommentModerationRequested'],
  ]);
  const hidden = [wished('hide'), begun(11, 'm0'), ended(12, done, 'm0')] as const;
  const unsure = story(seen(), ...hidden, wished('unhide', 20), begun(21), ended(22, refused));
  expect(typesOf(wished('hide', 30)(unsure))).toEqual(['CommentHidden', 'CommentModerationRequested']);
});

it('tries again after a worker died or the outcome is unknown: repeating the call is harmless', () => {
  const attempting = story(seen(), wished('hide'), begun(11));
  expect(rules.nextStep(effectOf(attempting), c(12))).toMatchObject({ kind: 'wait' });
  expect(rules.nextStep(effectOf(attempting), c(600))).toEqual({ kind: 'attempt' });
  expect(ended(12, timedOut)(attempting)).toMatchObject([
    { type: 'CommentModerationFailed', data: { reason: 'timeout', retryAt: expect.any(String) } },
  ]);
});

it('keeps a comment hidden in the inbox when the platform refuses, and allows another request', () => {
  const failed = story(seen(), wished('hide'), begun(11), ended(12, refused));
  expect(failed).toMatchObject({ hidden: 'here', moderation: { effect: { status: 'failed' } } });
  expect(typesOf(wished('hide', 20)(failed))).toEqual(['CommentModerationRequested']);
});

it('keeps a request waiting for its account, and continues when the account is connected again', () => {
  const away = { kind: 'refused', reason: 'reconnect', words: null, retryable: false } as const;
  const waiting = story(seen(), wished('hide'), begun(11), ended(12, away));
  expect(effectOf(waiting).waitsFor).toBe('reconnect');
  expect(typesOf(resumeWaiting(waiting, id, now(60)))).toEqual(['CommentModerationResumed']);
});

it('removes a comment for good, and cancels a reply that has not left', () => {
  expect(() => wished('remove', 10, { remove: false })(story(seen()))).toThrow(CommentCannotBeRemoved);
  const removing = story(seen(), requested(), wished('remove'), begun(11));
  expect(wished('hide', 12)(removing).map(({ type }) => type)).toEqual(['CommentHidden']);
  expect(typesOf(ended(12, done)(removing))).toEqual(['CommentRemoved', 'ReplyCancelled']);
  const removed = story(seen(), requested(), wished('remove'), begun(11), ended(12, done));
  expect(removed).toMatchObject({ gone: 'owner', reply: { effect: { status: 'cancelled' } } });
  expect(() => wished('hide', 20)(removed)).toThrow(CommentIsGone);
});
