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
const moderated =
  (
    action: 'hide' | 'unhide' | 'remove',
    seconds = 10,
    changes: Partial<Parameters<typeof moderate>[3]> = {},
  ) =>
  (comment: Comment) =>
    moderate(comment, id, action, { ...means, ...changes }, now(seconds));
const contextAt = (seconds: number) => idempotentContext({ now: now(seconds), random: 0 });
function effectOf({ moderation }: Comment) {
  if (!moderation) throw new Error('The comment has no moderation.');
  return moderation.effect;
}
const started =
  (seconds: number, attemptId = 'm1') =>
  (comment: Comment) =>
    moderationOutcome(comment, id, rules.start(effectOf(comment), attemptId, contextAt(seconds)));
const settled =
  (seconds: number, outcome: rules.AttemptOutcome<null>, attemptId = 'm1') =>
  (comment: Comment) =>
    moderationOutcome(comment, id, rules.settle(effectOf(comment), attemptId, outcome, contextAt(seconds)));
const done = { kind: 'done', result: null } as const;

it('hides a comment immediately in the inbox, and later on the platform', () => {
  const comment = story(seen(), moderated('hide'));
  expect(comment).toMatchObject({ hidden: 'here', moderation: { action: 'hide' } });
  expect(moderated('hide')(comment)).toEqual([]);
  const hidden = story(seen(), moderated('hide'), started(11), settled(12, done));
  expect(hidden).toMatchObject({ hidden: 'platform', isHiddenThere: true });
  expect(rules.nextStep(effectOf(hidden), contextAt(13))).toEqual({ kind: 'nothing' });
  expect(moderated('hide')(hidden)).toEqual([]);
});

it('hides a comment only in the inbox if the platform cannot hide comments', () => {
  expect(typesOf(moderated('hide', 10, { hide: 'here' })(story(seen())))).toEqual(['CommentHidden']);
  const shown = story(
    seen(),
    moderated('hide', 10, { hide: 'here' }),
    moderated('unhide', 20, { hide: 'here' }),
  );
  expect(shown).toMatchObject({ hidden: null, moderation: null });
});

it('calls a comment hidden on its platform only while the platform reports it as hidden', () => {
  const onlyHere = { hide: 'here' } as const;
  const shown = [seen(0, { hidden: true }), moderated('unhide', 10, onlyHere)] as const;
  const hidden = story(...shown, moderated('hide', 20, onlyHere));
  expect(hidden).toMatchObject({ hidden: 'here', moderation: null });
  expect(seen(15, { hidden: true })(hidden)).toEqual([]);
  expect(story(...shown, moderated('hide', 20, onlyHere), seen(30, { hidden: true })).hidden).toBe(
    'platform',
  );
});

it('keeps a comment hidden in the inbox as its owner requested, even if the platform shows it again', () => {
  const hidden = [seen(), moderated('hide', 10, { hide: 'here' })] as const;
  const platformChanges = [seen(20, { hidden: true }), seen(30, { hidden: false })] as const;
  expect(story(...hidden, ...platformChanges)).toMatchObject({ hidden: 'here', isHiddenThere: false });
  const there = story(seen(), moderated('hide'), started(11), settled(12, done), seen(20, { hidden: false }));
  expect(there).toMatchObject({ hidden: null, isHiddenThere: false });
});

it('keeps the request to hide a comment that the platform already hides, for example with its parent', () => {
  const onlyHere = { hide: 'here' } as const;
  const hiddenInBoth = [seen(), seen(10, { hidden: true }), moderated('hide', 20, onlyHere)] as const;
  expect(story(...hiddenInBoth)).toMatchObject({ hidden: 'here', isHiddenHere: true });
  expect(moderated('hide', 21, onlyHere)(story(...hiddenInBoth))).toEqual([]);
  const hiddenThereToo = story(...hiddenInBoth, seen(25, { hidden: true }));
  expect(hiddenThereToo).toMatchObject({ hidden: 'platform', isHiddenHere: true });
  expect(moderated('hide', 26, onlyHere)(hiddenThereToo)).toEqual([]);
  expect(story(...hiddenInBoth, seen(30, { hidden: false })).hidden).toBe('here');
});

it('shows a hidden comment again, but only after the call that hides it has ended', () => {
  const hidden = story(seen(), moderated('hide'), started(11), settled(12, done));
  expect(typesOf(moderated('unhide', 20)(hidden))).toEqual(['CommentUnhidden', 'CommentModerationRequested']);
  const hiding = story(seen(), moderated('hide'), started(11));
  expect(moderated('unhide', 20)(hiding)[1]).toMatchObject({ data: { action: 'unhide', nextAt: at(41) } });
  const shown = story(seen(), moderated('hide'), started(11), moderated('unhide', 20));
  expect(shown.hidden).toBeNull();
  // The late response to the earlier request's call does not end the newer request.
  expect(settled(21, done)(shown)).toEqual([]);
});

it('waits for the call of an earlier request, however many new requests the owner sends', () => {
  const hiding = [seen(), moderated('hide'), started(11)] as const;
  const again = story(...hiding, moderated('unhide', 20), moderated('hide', 21), moderated('unhide', 22));
  expect(effectOf(again)).toMatchObject({ dueAt: at(41) });
  const late = story(...hiding, moderated('unhide', 20), moderated('hide', 50));
  expect(effectOf(late)).toMatchObject({ dueAt: at(50) });
});

it('assumes that a failed call may have worked', () => {
  const failed = [moderated('hide'), started(11), settled(12, refused)] as const;
  expect(typesOf(moderated('unhide', 20)(story(seen(), ...failed)))).toEqual([
    ...['CommentUnhidden', 'CommentModerationRequested'],
  ]);
  const hidden = [moderated('hide'), started(11, 'm0'), settled(12, done, 'm0')] as const;
  const unsure = story(seen(), ...hidden, moderated('unhide', 20), started(21), settled(22, refused));
  expect(typesOf(moderated('hide', 30)(unsure))).toEqual(['CommentHidden', 'CommentModerationRequested']);
});

it('repeats the call after a crash or an unknown outcome, because a repetition is harmless', () => {
  const attempting = story(seen(), moderated('hide'), started(11));
  expect(rules.nextStep(effectOf(attempting), contextAt(12))).toMatchObject({ kind: 'wait' });
  expect(rules.nextStep(effectOf(attempting), contextAt(600))).toEqual({ kind: 'attempt' });
  expect(settled(12, timedOut)(attempting)).toMatchObject([
    { type: 'CommentModerationFailed', data: { reason: 'timeout', retryAt: expect.any(String) } },
  ]);
});

it('keeps a comment hidden in the inbox when the platform refuses, and allows another request', () => {
  const failed = story(seen(), moderated('hide'), started(11), settled(12, refused));
  expect(failed).toMatchObject({ hidden: 'here', moderation: { effect: { status: 'failed' } } });
  expect(typesOf(moderated('hide', 20)(failed))).toEqual(['CommentModerationRequested']);
});

it('keeps a request waiting for its account, and continues when the account is connected again', () => {
  const away = { kind: 'refused', reason: 'reconnect', words: null, retryable: false } as const;
  const waiting = story(seen(), moderated('hide'), started(11), settled(12, away));
  expect(effectOf(waiting).waitsFor).toBe('reconnect');
  expect(typesOf(resumeWaiting(waiting, id, now(60)))).toEqual(['CommentModerationResumed']);
});

it('removes a comment permanently, and cancels its unsent reply', () => {
  expect(() => moderated('remove', 10, { remove: false })(story(seen()))).toThrow(CommentCannotBeRemoved);
  const removing = story(seen(), requested(), moderated('remove'), started(11));
  expect(moderated('hide', 12)(removing).map(({ type }) => type)).toEqual(['CommentHidden']);
  expect(typesOf(settled(12, done)(removing))).toEqual(['CommentRemoved', 'ReplyCancelled']);
  const removed = story(seen(), requested(), moderated('remove'), started(11), settled(12, done));
  expect(removed).toMatchObject({ gone: 'owner', reply: { effect: { status: 'cancelled' } } });
  expect(() => moderated('hide', 20)(removed)).toThrow(CommentIsGone);
});
