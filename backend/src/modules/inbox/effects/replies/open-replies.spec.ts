import { expect, it } from '@jest/globals';
import { EFFECT_TIMES } from '#infrastructure/effects/attempt/retry-waits.ts';
import type { CommentEvent } from '../../domain/comment/comment-events.ts';
import { commentStream, type Comment } from '../../domain/comment/comment.ts';
import {
  at,
  done,
  id,
  now,
  refused,
  requested,
  seen,
  settled,
  started,
} from '../../domain/comment/testing/comment-samples.ts';
import { retryReply } from '../../domain/comment/replying.ts';
import { replyContext } from '../../domain/comment/reply-context.ts';
import { openEffectAfter, type OpenEffect } from '#infrastructure/effects/open-effects.projection.ts';
import { openReplies } from './replies.ts';

const meta = { at: at(0) };

/** Returns the row after these decisions. */
function rowAfter(...decisions: readonly ((comment: Comment) => CommentEvent[])[]): OpenEffect | undefined {
  let comment = commentStream.initial;
  let row: OpenEffect | undefined;
  for (const decide of decisions)
    for (const event of decide(comment)) {
      comment = commentStream.evolve(comment, event);
      row = openEffectAfter(openReplies, row, { ...event, meta }, EFFECT_TIMES);
    }
  return row;
}

it('has a row from the request to the final outcome of the reply, due when a worker has to act', () => {
  expect(rowAfter(seen())).toBeUndefined();
  expect(rowAfter(seen(), requested(10))).toMatchObject({
    comment_id: 5,
    reply_id: 'r1',
    account_id: 3,
    owner_id: 'ana',
    due_at: at(10),
  });
  expect(rowAfter(seen(), requested(10), started(20))).toMatchObject({ due_at: at(50) });
  expect(rowAfter(seen(), requested(10), started(20), settled(21, done))).toBeUndefined();
  expect(rowAfter(seen(), requested(10), started(20), settled(21, refused))).toBeUndefined();
});

it('has a row again when a person retries a failed reply, and for the next reply', () => {
  const failed = [seen(), requested(10), started(20), settled(21, refused)];
  const retryByPerson = (comment: Comment) => {
    if (!comment.reply) return [];
    const platform = { rule: 'never', visibleAfterMs: 0, isLateCallHarmless: true } as const;
    const c = replyContext(comment.reply, platform, { now: now(60), random: 0 });
    return retryReply(comment, id, { atOwnRisk: false, isLookedUp: false }, c);
  };
  expect(rowAfter(...failed, retryByPerson)).toMatchObject({ reply_id: 'r1', due_at: at(60) });
  expect(rowAfter(...failed, requested(70, { replyId: 'r2' }))).toMatchObject({
    reply_id: 'r2',
    due_at: at(70),
  });
});

it('does not change the row of the last reply for an event about an earlier one', () => {
  const first = [seen(), requested(10), started(20)];
  const late = settled(90, done);
  const events = [...first, settled(21, refused), requested(70, { replyId: 'r2' })];
  expect(
    rowAfter(...events, (comment) => {
      const [earlier] = comment.earlier;
      return earlier ? late({ ...comment, reply: earlier }) : [];
    }),
  ).toMatchObject({ reply_id: 'r2', due_at: at(70) });
});
