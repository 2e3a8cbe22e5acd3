import { expect, it } from '@jest/globals';
import { autoReplyEvent, type AutoReplyEvent } from '../../domain/auto-reply/auto-reply.ts';
import type { CommentEvent } from '../../domain/comment/comment-events.ts';
import { eventOf } from '../../domain/comment/comment-shapes.ts';
import { at, id, sighting } from '../../domain/comment/testing/comment-samples.ts';
import { foldAutoReply, type AutoReplyRow } from './auto-reply-table.projection.ts';

const times = { autoReplySoonest: 30_000, autoReplyLatest: 30_000 };
const replyId = 'the automatic one';
const rowOf = (...events: readonly (CommentEvent | AutoReplyEvent)[]) =>
  events.reduce<AutoReplyRow | undefined>(
    (row, event, index) => foldAutoReply(row, { ...event, meta: metaAt(index) }, times),
    undefined,
  );
/** Each event comes one second after the previous event. */
const metaAt = (seconds: number) => ({
  at: at(seconds),
  schema: 1,
  chain: '',
  actor: { kind: 'system', id: 'spec' } as const,
  correlationId: 'spec',
  causationId: 'spec',
});

const received = (changes: Readonly<{ postId?: number; isBacklog?: boolean }> = { postId: 7 }) => {
  const { hidden, ...data } = { ...sighting(), ...changes };
  expect(hidden).toBeNull();
  return eventOf(id, 'CommentReceived', data);
};
const key = { postId: 7, accountId: 3, ownerId: 'ana', commentId: id.commentId, replyId };
const reserved: AutoReplyEvent = autoReplyEvent('AutoReplyReserved', {
  ...key,
  authorMac: 'mac-bo',
  reservedAt: at(40),
});
const released: AutoReplyEvent = autoReplyEvent('AutoReplyReleased', { ...key, releasedAt: at(60) });
const requested = (kind: 'ai' | 'manual', reply = replyId) =>
  eventOf(id, 'ReplyRequested', {
    replyId: reply,
    kind,
    aiAssisted: false,
    text: 'Hi',
    forTextMac: 'm',
    requestedAt: at(50),
    notBefore: null,
  });
const sent = eventOf(id, 'ReplySent', {
  replyId,
  kind: 'ai',
  attemptId: null,
  remoteId: 'r',
  permalink: null,
  sentAt: at(60),
  evidence: 'answer',
});
const skipped = eventOf(id, 'AiReplySkipped', { reason: 'bot', at: at(50) });
const drafted = eventOf(id, 'AiReplyDrafted', {
  replyId,
  text: 'Hi',
  model: 'm',
  promptVersion: 'p',
  forTextMac: 'm',
  reasons: [],
  draftedAt: at(50),
});
const cancelled = eventOf(id, 'ReplyCancelled', { replyId, reason: 'x', asDraft: true, cancelledAt: at(60) });
const failed = (retryAt: string | null) =>
  eventOf(id, 'ReplyFailed', { replyId, attemptId: 'a', reason: 'rejected', words: null, retryAt });
const retried = eventOf(id, 'ReplyRetryRequested', {
  replyId,
  requestedAt: at(70),
  nextAt: at(70),
  lookUntil: null,
  atOwnRisk: false,
});
const deleted = eventOf(id, 'CommentDeleted', { by: 'platform', seenAt: at(70) });

it('plans a reply to a comment under our post, and none to older comments or under other posts', () => {
  expect(rowOf(received())).toMatchObject({ post_id: 7, stage: 'open', due_at: at(30), reserved_at: null });
  expect(rowOf(received({ postId: 7, isBacklog: true }))).toBeUndefined();
  expect(rowOf(received({}))).toBeUndefined();
});

it('deletes the row of a comment that ends without a reservation', () => {
  for (const end of [skipped, drafted, deleted, requested('manual', 'other')])
    expect(rowOf(received(), end)).toBeUndefined();
});

it('plans the release of a reservation when no reply was sent', () => {
  for (const end of [[skipped], [drafted], [requested('ai'), cancelled], [requested('ai'), failed(null)]]) {
    const row = rowOf(received(), reserved, ...end);
    expect(row).toMatchObject({ stage: 'over', due_at: at(1 + end.length) });
    expect(rowOf(received(), reserved, ...end, released)).toBeUndefined();
  }
  // The reservation came after the comment was deleted.
  expect(rowOf(received(), deleted, reserved)).toMatchObject({ stage: 'over', due_at: at(40) });
});

it('has no due time for a reply that is being sent, and counts a sent reply', () => {
  expect(rowOf(received(), reserved, requested('ai'), failed(at(90)))).toMatchObject({
    stage: 'asked',
    due_at: null,
  });
  const counted = { stage: 'sent', due_at: null, reserved_at: at(40) };
  expect(rowOf(received(), reserved, requested('ai'), sent)).toMatchObject(counted);
  expect(rowOf(received(), reserved, requested('ai'), sent, deleted)).toMatchObject(counted);
  expect(rowOf(received(), reserved, requested('ai'), failed(null), retried)).toMatchObject({
    stage: 'asked',
  });
});

it('keeps the reservation of a comment when a client requests another reply to it', () => {
  const requestedOther = eventOf(id, 'ReplyRequested', {
    replyId: 'other',
    kind: 'manual',
    aiAssisted: false,
    text: 'Hi',
    forTextMac: 'm',
    requestedAt: at(50),
    notBefore: null,
  });
  const failedOther = eventOf(id, 'ReplyFailed', {
    replyId: 'other',
    attemptId: 'a',
    reason: 'rejected',
    words: null,
    retryAt: null,
  });
  const row = rowOf(received(), reserved, requested('ai'), requestedOther, failedOther);
  expect(row).toMatchObject({ stage: 'asked', reply_id: replyId });
});
