import { INBOX_TEXT } from '@posthorn/contracts/inbox/inbox-text';
import { describe, expect, it } from '@jest/globals';
import * as lookUps from '#infrastructure/effects/attempt/look-up.ts';
import * as rules from '#infrastructure/effects/attempt/rules.ts';
import { isStale, type Comment } from './comment.ts';
import * as errors from './inbox.errors.ts';
import {
  confirmAnswer,
  confirmReply,
  draftReply,
  storePrepared,
  requestReply,
  resumeWaiting,
  retryReply,
  skipReply,
  cancelReplyOrDraft,
  stopAutoReply,
  turnIntoDraft,
} from './replying.ts';
import { replyContext } from './reply-context.ts';
import { expireComment, recordComment, recordCommentGone } from './comment-recording.ts';
import {
  at,
  byEngine,
  done,
  edited,
  id,
  now,
  refused,
  requested,
  seen,
  settled,
  started,
  story,
  timedOut,
  typesOf,
  newReply,
} from './testing/comment-samples.ts';

const draft = {
  replyId: 'd1',
  text: 'Thanks!',
  model: 'm',
  promptVersion: 'reply-1',
  forTextMac: 'mac-Nice!',
  reasons: ['negative'],
};
const drafted = (comment: Comment) => draftReply(comment, id, draft, now(5));
const ask = (comment: Comment, replyId = 'r2') => requestReply(comment, id, newReply({ replyId }), now(60));

describe('a requested reply', () => {
  it('does not change the status of the comment before proof exists', () => {
    const waiting = story(seen(), requested());
    expect(waiting).toMatchObject({
      status: 'new',
      reply: { effect: { status: 'retrying', dueAt: at(10) } },
    });
    expect(story(seen(), requested(), started()).status).toBe('new');
    const sent = story(seen(), requested(), started(), settled(22, done));
    expect(sent).toMatchObject({
      status: 'manual_reply',
      reply: { sent: { remoteId: '42', sentAt: at(22) } },
    });
    const byModel = story(seen(), requested(10, { kind: 'ai' }), started(), settled(22, done));
    expect(byModel.status).toBe('ai_reply');
  });
  it('returns the same reply when a request is repeated', () => {
    for (const more of [[], [started()], [started(), settled(22, done)]])
      expect(ask(story(seen(), requested(), ...more), 'r1')).toEqual([]);
    const byKey = (text: string) =>
      requestReply(story(seen(), requested()), id, newReply({ text, isByKey: true }), now(60));
    expect(byKey('Thank you!')).toEqual([]);
    expect(() => byKey('Other words')).toThrow(errors.ReplyKeyReused);
    const takenBack = story(seen(), requested(), (comment) => cancelReplyOrDraft(comment, id, now(11)));
    expect(() => ask(takenBack, 'r1')).toThrow(errors.ReplyWasCancelled);
  });
  it('is refused while another reply is open or was sent', () => {
    for (const more of [[], [started()], [started(), settled(30, timedOut)], [started(), settled(22, done)]])
      expect(() => ask(story(seen(), requested(), ...more))).toThrow(errors.AlreadyReplied);
  });
  it('is accepted after the earlier reply failed, and does not replace the record of the earlier reply', () => {
    const failed = [seen(), requested(), started(), settled(30, refused)];
    expect(typesOf(ask(story(...failed)))).toEqual(['ReplyRequested']);
    const again = story(...failed, (comment) => ask(comment));
    expect(again).toMatchObject({ reply: { replyId: 'r2' }, earlier: [{ replyId: 'r1' }] });
  });
  it('is refused for a comment whose text has expired, and so is another attempt', () => {
    const expired = (comment: Comment) => expireComment(comment, id, now(40));
    const refusal = { code: 'inbox.cannot-reply', message: INBOX_TEXT.expired };
    expect(() => ask(story(seen(), expired))).toThrow(expect.objectContaining(refusal));
    expect(() => drafted(story(seen(), expired))).toThrow(expect.objectContaining(refusal));
    const failed = story(seen(), requested(), started(), settled(30, refused), expired);
    expect(() => ask(failed)).toThrow(expect.objectContaining(refusal));
    const { reply } = failed;
    if (!reply) throw new Error('There is no reply.');
    const platform = {
      rule: 'after-negative-look-up',
      visibleAfterMs: 0,
      isLateCallHarmless: false,
    } as const;
    const context = replyContext(reply, platform, { now: now(60), random: 0 });
    const again = { atOwnRisk: false, isLookedUp: false };
    expect(() => retryReply(failed, id, again, context)).toThrow(expect.objectContaining(refusal));
    // A repeated request still gets the reply that was requested before.
    expect(ask(story(seen(), requested(), expired), 'r1')).toEqual([]);
    // The owner may answer on the platform.
    const confirmation = { permalink: null, canReplyInPosthorn: false };
    expect(typesOf(confirmAnswer(story(seen(), expired), id, confirmation, now(60)))).toEqual([
      'OwnReplySeen',
    ]);
  });
  it('is refused without a text, for a deleted comment, and after an edit of the comment', () => {
    const comment = story(seen());
    for (const text of [' \n', '\u200b\u2060', '\u0001'])
      expect(() => requestReply(comment, id, newReply({ text }), now(1))).toThrow(errors.ReplyIsBlank);
    const deleted = story(seen(), (current) =>
      recordCommentGone(current, id, { by: 'platform', seenAt: at(5) }),
    );
    expect(() => ask(deleted)).toThrow(errors.CommentIsGone);
    expect(() => ask(story())).toThrow(errors.CommentIsGone);
    expect(() => requestReply(comment, id, newReply({ forTextMac: 'other' }), now(1))).toThrow(
      errors.ReplyIsStale,
    );
  });
  it('waits until the requested time', () => {
    const waiting = story(seen(), requested(10, { notBefore: at(100) }));
    expect(started(50)(waiting)).toEqual([]);
    expect(typesOf(started(100)(waiting))).toEqual(['ReplyPrepared', 'ReplyAttemptStarted']);
  });
});

describe('drafts', () => {
  it('wait for a person, become stale with an edit, and end with a reply', () => {
    const comment = story(seen(), drafted);
    expect(comment).toMatchObject({ status: 'new', draft: { replyId: 'd1', reasons: ['negative'] } });
    expect(isStale(comment)).toBe(false);
    expect(drafted(comment)).toEqual([]);
    const after = story(seen(), drafted, (current) => recordComment(current, id, edited('Awful!', 30), null));
    expect(isStale(after)).toBe(true);
    expect(story(seen(), drafted, requested()).draft).toBeNull();
  });
  it('are discarded by their owner, and are not written while a reply exists', () => {
    const discarded = story(seen(), drafted, (comment) => cancelReplyOrDraft(comment, id, now(9)));
    expect(discarded.draft).toBeNull();
    expect(cancelReplyOrDraft(discarded, id, now(9))).toEqual([]);
    expect(() => drafted(story(seen(), requested()))).toThrow(errors.AlreadyReplied);
  });
  it('replace an automatic reply that may not be sent automatically any more', () => {
    const off = (comment: Comment) => turnIntoDraft(comment, id, 'switched-off', now(15));
    const comment = story(seen(), requested(10, { kind: 'ai' }), off);
    expect(comment).toMatchObject({ draft: { replyId: 'r1', reasons: ['switched-off'] } });
    const byHand = story(seen(), requested(10, { kind: 'ai' }), off, requested(20), requested(21));
    expect(byHand).toMatchObject({ draft: null, earlier: [], reply: { replyId: 'r1', kind: 'manual' } });
    expect(off(story(seen(), requested()))).toEqual([]);
    expect(off(story(seen(), requested(10, { kind: 'ai' }), started()))).toEqual([]);
  });
});

it('records only the first reason why a comment gets no automatic reply', () => {
  const skipped = story(seen(), (comment) => skipReply(comment, id, 'no-words', now(5)));
  expect(skipped.skipped).toBe('no-words');
  expect(skipReply(skipped, id, 'other', now(6))).toEqual([]);
});

it('cancels a reply only before it is sent', () => {
  expect(typesOf(cancelReplyOrDraft(story(seen(), requested()), id, now(11)))).toEqual(['ReplyCancelled']);
  for (const more of [[started()], [started(), settled(30, timedOut)], [started(), settled(22, done)]])
    expect(() => cancelReplyOrDraft(story(seen(), requested(), ...more), id, now(40))).toThrow(
      errors.ReplyCannotBeCancelled,
    );
});

describe('a planned automatic reply', () => {
  const stop = (comment: Comment) => stopAutoReply(comment, id, now(40));
  it('is stopped before the model writes it, once', () => {
    const stopped = story(seen(), stop);
    expect(stopped).toMatchObject({ skipped: 'stopped', status: 'new' });
    expect(stop(stopped)).toEqual([]);
  });
  it('is stopped after its request, before its first attempt', () => {
    const stopped = story(seen(), requested(10, { kind: 'ai' }), stop);
    expect(stopped).toMatchObject({ draft: null, reply: { effect: { status: 'cancelled' } } });
    expect(stop(stopped)).toEqual([]);
  });
  it('was sent already once an attempt was recorded', () => {
    for (const more of [[started()], [started(), settled(30, timedOut)], [started(), settled(22, done)]])
      expect(() => stop(story(seen(), requested(10, { kind: 'ai' }), ...more))).toThrow(
        errors.AutoReplyWasSent,
      );
  });
  it("does not exist if the comment has a draft, has a person's reply, or is deleted", () => {
    const deleted = (comment: Comment) => recordCommentGone(comment, id, { by: 'platform', seenAt: at(5) });
    for (const more of [[drafted], [requested()], [requested(), started(), settled(22, done)], [deleted]])
      expect(stop(story(seen(), ...more))).toEqual([]);
  });
});

describe('a reply on the engine', () => {
  it('is attempted with an intent, and looked up when the outcome is unknown', () => {
    const unknown = story(seen(), requested(), started(), settled(30, timedOut));
    expect(unknown.reply?.effect).toMatchObject({ status: 'unknown', dueAt: at(32) });
    const found = byEngine(32, (effect, context) => lookUps.recordLookUp(effect, 'a1', done, context));
    expect(found(unknown)).toMatchObject([
      { type: 'ReplySent', data: { evidence: 'look-up', remoteId: '42' } },
    ]);
    const absent = byEngine(32, (effect, context) =>
      lookUps.recordLookUp(effect, 'a1', { kind: 'absent' }, context),
    );
    expect(typesOf(absent(unknown))).toEqual(['ReplyLookedUp']);
  });
  it('keeps the deadline of the look-ups, however many look-ups find nothing', () => {
    const absent = byEngine(32, (effect, context) =>
      lookUps.recordLookUp(effect, 'a1', { kind: 'absent' }, context),
    );
    const unknown = [seen(), requested(), started(), settled(30, timedOut)];
    const asked = [...unknown, absent];
    expect(story(...unknown).reply?.lookUntil).toBe(at(380));
    expect(story(...asked).reply).toMatchObject({ lookUntil: at(380), effect: { dueAt: at(68) } });
    const unclear = byEngine(40, (effect, context) =>
      lookUps.recordLookUp(effect, 'a1', { kind: 'cannot-tell' }, context),
    );
    expect(story(...asked, unclear).reply?.lookUntil).toBeNull();
    expect(story(...asked, settled(70, done)).reply?.lookUntil).toBeNull();
  });
  it('records each outcome as an event that restores the same effect', () => {
    const outcomes: rules.AttemptOutcome<{ remoteId: string; permalink: null }>[] = [
      { kind: 'accepted', handle: 'h1' },
      refused,
      { ...refused, retryable: true },
      { kind: 'postponed', reason: 'rate-limit', words: null, until: at(600) },
      timedOut,
      { kind: 'done', result: { remoteId: '42', permalink: null } },
    ];
    const types = outcomes.map((outcome) =>
      typesOf(settled(30, outcome)(story(seen(), requested(), started()))),
    );
    expect(types).toEqual([
      ['ReplyAccepted'],
      ['ReplyFailed'],
      ['ReplyFailed'],
      ['ReplyPostponed'],
      ['ReplyUnknown'],
      ['ReplySent'],
    ]);
    const notStarted = byEngine(21, (effect, context) => rules.notStarted(effect, 'a1', 'too-late', context));
    const comment = story(seen(), requested(), started(), notStarted);
    expect(comment.reply?.effect).toMatchObject({ status: 'retrying', tries: 0 });
  });
  it('stores the prepared data of the first of two workers', () => {
    const comment = story(seen(), requested());
    const keep = (refs: { key: string }, keptRefs: { key: string } | null, on = comment) =>
      storePrepared(on, id, { replyId: 'r1', refs, keptRefs });
    expect(typesOf(keep({ key: 'a' }, null))).toEqual(['ReplyPrepared']);
    const kept = story(seen(), requested(), (current) => keep({ key: 'a' }, null, current));
    expect(kept.reply?.prepared).toEqual({ key: 'a' });
    expect(keep({ key: 'b' }, null, kept)).toEqual([]);
    expect(typesOf(keep({ key: 'b' }, { key: 'a' }, kept))).toEqual(['ReplyPrepared']);
  });
  it('waits for its disconnected account, and continues after the reconnection', () => {
    const away = { kind: 'refused', reason: 'reconnect', words: null, retryable: false } as const;
    const comment = story(seen(), requested(), started(), settled(30, away));
    expect(comment.reply?.effect.waitsFor).toBe('reconnect');
    expect(typesOf(resumeWaiting(comment, id, now(60)))).toEqual(['ReplyResumed']);
    expect(resumeWaiting(story(seen(), requested()), id, now(60))).toEqual([]);
  });
  it('stops retries of an automatic reply sooner', () => {
    const contextFor = (kind: 'ai' | 'manual', seconds: number) =>
      replyContext(
        { kind, requestedAt: at(0) },
        { rule: 'never', visibleAfterMs: 0, isLateCallHarmless: false },
        { now: now(seconds), random: 0 },
      );
    const effect = story(seen(), requested(0)).reply?.effect;
    if (!effect) throw new Error('no reply');
    expect(rules.nextStep(effect, contextFor('ai', 3600)).kind).toBe('give-up');
    expect(rules.nextStep(effect, contextFor('manual', 3600)).kind).toBe('attempt');
    expect(rules.nextStep(effect, contextFor('manual', 6 * 3600)).kind).toBe('give-up');
  });
});

describe('a decision of a person', () => {
  const contextAt = (seconds: number) =>
    replyContext(
      { kind: 'manual', requestedAt: at(10) },
      { rule: 'after-negative-look-up', visibleAfterMs: 30_000, isLateCallHarmless: false },
      { now: now(seconds), random: 0 },
    );
  const retry = (comment: Comment, atOwnRisk = false) =>
    retryReply(comment, id, { atOwnRisk, isLookedUp: false }, contextAt(60));

  it('sends a failed reply again, but never a cancelled one', () => {
    const failed = story(seen(), requested(), started(), settled(30, refused));
    expect(retry(failed)).toMatchObject([{ type: 'ReplyRetryRequested', data: { nextAt: at(60) } }]);
    const cancelled = story(seen(), requested(), (comment) => cancelReplyOrDraft(comment, id, now(11)));
    expect(() => retry(cancelled)).toThrow(errors.ReplyCannotBeRetried);
    expect(() => retry(story(seen(), requested()))).toThrow(errors.ReplyCannotBeRetried);
  });
  it('waits for a late call of a reply with unknown outcome, unless the person takes the risk', () => {
    const unknown = story(seen(), requested(), started(), settled(30, timedOut));
    expect(retry(unknown)).toMatchObject([{ data: { atOwnRisk: false, nextAt: at(350) } }]);
    expect(retry(unknown, true)).toMatchObject([{ data: { atOwnRisk: true, nextAt: at(60) } }]);
  });
  it('marks a reply as sent that the person saw on the platform', () => {
    const unknown = story(seen(), requested(), started(), settled(30, timedOut));
    const confirm = (comment: Comment) => confirmReply(comment, id, null, now(60));
    expect(confirm(unknown)).toMatchObject([
      { type: 'ReplySent', data: { evidence: 'person', remoteId: null } },
    ]);
    expect(() => confirm(story(seen(), requested(), started()))).toThrow(errors.ReplyCannotBeConfirmed);
    expect(() => confirm(story(seen()))).toThrow(errors.ReplyCannotBeConfirmed);
  });
  it('records a reply that the owner wrote on the platform, without its text and id', () => {
    const report = (comment: Comment, canReplyInPosthorn = false) =>
      confirmAnswer(comment, id, { permalink: null, canReplyInPosthorn }, now(60));
    const outside = { remoteId: '', text: '', createdAt: at(60), permalink: null, seenAt: at(60) };
    expect(report(story(seen()))).toMatchObject([{ type: 'OwnReplySeen', data: outside }]);
    const answeredComment = story(seen(), drafted, (comment) => report(comment));
    expect(answeredComment).toMatchObject({ status: 'manual_reply', draft: null, answeredOutside: [] });
    expect(() => report(answeredComment)).toThrow(errors.AlreadyReplied);
    const gone = story(seen(), (current) =>
      recordCommentGone(current, id, { by: 'platform', seenAt: at(9) }),
    );
    expect(() => report(gone)).toThrow(errors.CommentIsGone);
    // A reply that Posthorn sends ends only by its own outcome.
    const unknown = story(seen(), requested(), started(), settled(30, timedOut));
    expect(report(unknown)).toMatchObject([{ type: 'ReplySent' }]);
    expect(() => report(story(seen()), true)).toThrow(errors.ReplyCannotBeConfirmed);
  });
});
