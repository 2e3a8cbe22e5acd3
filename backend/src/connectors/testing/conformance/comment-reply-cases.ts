import { expect, it } from '@jest/globals';
import type { RemoteComment } from '../../contract/comments.ts';
import { deadline, type CommentStage } from './comment-stage.ts';
import { outcomeOf } from './kinds.ts';
import { Killed } from './publisher.ts';

/** The cases for replies to comments. */
export function describeReplies(stage: CommentStage): void {
  const {
    subject,
    platform,
    world,
    comments,
    tokensOf,
    closed,
    comment,
    answerable,
    only,
    saying,
    replierTo,
    received,
    commented,
    account,
  } = stage;
  it("appears under its comment, and is recognized as the account's own", async () => {
    const staged = await commented();
    expect(comments().can(staged.found)).toMatchObject({ reply: 'send', whyNot: null, openUrl: null });
    const replier = replierTo(staged, staged.found);
    const sent = await replier.send();
    expect(sent).toMatchObject({ kind: 'published', remoteId: expect.stringMatching(/./u) });
    expect(only(await received(replier))).toMatchObject({ parentId: staged.id });
    const own = only(((await staged.reader.thread(staged.post)) ?? []).filter(({ isOwn }) => isOwn));
    const { remoteId } = sent as { remoteId: string };
    expect(own).toMatchObject({ remoteId, parentRemoteId: staged.found.remoteId });
    expect(own.text).toContain(replier.reply.text);
  });
  it('has a maximum length, and a longer text counts as too long', async () => {
    const { found } = await commented();
    const { max } = comments().replyLength('', found);
    expect(max).toBeGreaterThan(0);
    const { used } = comments().replyLength('x'.repeat(max + 1), found);
    expect(used).toBeGreaterThan(max);
  });
  it('is found after a lost response, and is sent only once', async () => {
    const staged = await commented();
    const replier = replierTo(staged, staged.found);
    expect(await replier.prepare()).toMatchObject({ kind: 'prepared' });
    await world.fault(platform, 'dropAfterAccept');
    expect(await replier.call()).toMatchObject({ kind: 'unknown' });
    expect((await replier.lookUp()).kind).toBe(subject.blind ? 'cannot-tell' : 'published');
    expect(await received(replier)).toHaveLength(1);
  });
  it('is found after a lost response, even if its comment and the parent were hidden in the meantime', async () => {
    const staged = await commented();
    const top = staged.found;
    const hide = (found: RemoteComment) =>
      comments().can(found).hide === 'platform' && comments().hide?.(staged.access, found, true, deadline());
    let found = top;
    if (subject.nests !== false) {
      await comment(staged, answerable(staged, `And I, ${account()}`), { parentId: staged.id });
      found = saying(await staged.reader.thread(staged.post), `And I, ${account()}`);
    }
    const replier = replierTo(staged, found);
    await replier.prepare();
    await world.fault(platform, 'dropAfterAccept');
    expect(await replier.call()).toMatchObject({ kind: 'unknown' });
    for (const comment of new Set([found, top])) await hide(comment);
    expect((await replier.lookUp()).kind).toBe(subject.blind ? 'cannot-tell' : 'published');
    expect(await received(replier)).toHaveLength(1);
  });
  if (subject.nests !== false)
    it('to a reply to a reply is found after a lost response, wherever the platform attached it', async () => {
      const staged = await commented();
      let parentId = staged.id;
      for (const words of ['And I', 'And they'])
        parentId = await comment(staged, answerable(staged, `${words}, ${account()}`), { parentId });
      const replier = replierTo(
        staged,
        saying(await staged.reader.thread(staged.post), `And they, ${account()}`),
      );
      await replier.prepare();
      await world.fault(platform, 'dropAfterAccept');
      expect(await replier.call()).toMatchObject({ kind: 'unknown' });
      expect((await replier.lookUp()).kind).toBe(subject.blind ? 'cannot-tell' : 'published');
      expect(await received(replier)).toHaveLength(1);
    });
  it('is found even if the platform refused it after creating it', async () => {
    const staged = await commented();
    const replier = replierTo(staged, staged.found);
    await replier.prepare();
    const answer = subject.refusedAfterAll;
    await world.fault(platform, 'createThenRefuse', answer ? { answer } : {});
    const outcome = await replier.call();
    if (outcome.kind !== 'published') {
      expect(outcome.kind).toBe('unknown');
      expect((await replier.lookUp()).kind).toBe(subject.blind ? 'cannot-tell' : 'published');
    }
    expect(await received(replier)).toHaveLength(1);
  });
  it('is sent a second time if the platform did not receive it', async () => {
    const staged = await commented();
    const replier = replierTo(staged, staged.found);
    await replier.prepare();
    await world.fault(platform, 'http500');
    expect(await replier.call()).toMatchObject({ kind: 'unknown' });
    const found = await replier.lookUp();
    expect(found.kind).toBe(subject.blind ? 'cannot-tell' : 'absent');
    if (!subject.blind) expect(await replier.send()).toMatchObject({ kind: 'published' });
    expect(await received(replier)).toHaveLength(subject.blind ? 0 : 1);
  });
  it('continues where a killed process stopped, at each step', async () => {
    const staged = await commented();
    const uninterrupted = replierTo(staged, staged.found, 'The whole way');
    expect(await uninterrupted.send()).toMatchObject({ kind: 'published' });
    for (let step = 1; step <= uninterrupted.saves; step += 1) {
      const replier = replierTo(staged, staged.found, `Killed at ${String(step)}`);
      await expect(replier.prepare(step)).rejects.toBeInstanceOf(Killed);
      expect(await replier.send()).toMatchObject({ kind: 'published' });
      expect(await received(replier)).toHaveLength(1);
    }
  });
  it('ignores stored references of another reply', async () => {
    const staged = await commented();
    const first = replierTo(staged, staged.found, 'The one');
    await first.prepare();
    const other = replierTo(staged, staged.found, 'The other');
    other.refs = first.refs;
    expect(await other.send()).toMatchObject({ kind: 'published' });
    expect([await received(first), await received(other)]).toMatchObject([[], [{}]]);
  });
  if (subject.refusesGone !== false)
    it('to a deleted comment is refused without being sent', async () => {
      const staged = await commented();
      await world.deleteComment(platform, staged.id);
      const replier = replierTo(staged, staged.found);
      expect(await replier.send()).toMatchObject({
        kind: 'refused',
        reason: 'not-found',
        retryable: false,
      });
      expect(await received(replier)).toEqual([]);
    });
  if (subject.nests !== false)
    it('under a hidden comment is published, or is permanently refused', async () => {
      const staged = await commented();
      const below = await comment(staged, answerable(staged, `And I, ${account()}`), { parentId: staged.id });
      const answer = saying(await staged.reader.thread(staged.post), `And I, ${account()}`);
      if (comments().can(staged.found).hide === 'platform')
        await comments().hide?.(staged.access, staged.found, true, deadline());
      const replier = replierTo(staged, answer);
      const sent = await replier.send();
      expect(below).not.toBe(staged.id);
      if (sent.kind === 'refused') expect(sent).toMatchObject({ retryable: false });
      else expect(sent).toMatchObject({ kind: 'published' });
      expect(await received(replier)).toHaveLength(sent.kind === 'published' ? 1 : 0);
    });
  it('is postponed when the platform reports a rate limit', async () => {
    const staged = await commented();
    const replier = replierTo(staged, staged.found);
    await replier.prepare();
    await world.fault(platform, 'http429', { retryAfterSeconds: 90 });
    expect(await replier.call()).toMatchObject({ kind: 'postponed', until: expect.any(String) });
    expect(await received(replier)).toEqual([]);
  });
  it('needs a new login when the token was revoked, and is not sent', async () => {
    const staged = await commented();
    const replier = replierTo(staged, staged.found);
    await replier.prepare();
    if (subject.proof) await world.fault(platform, 'revoked');
    else await world.endTokens(tokensOf(), account(), 'revoke');
    expect(await outcomeOf(replier.call())).toMatchObject({ kind: 'refused', reason: closed });
    expect(await received(replier)).toEqual([]);
  });
  it('keeps its text unchanged', async () => {
    const staged = await commented();
    const words = `Fish & chips <3 “Grüße” ${account()}`;
    const replier = replierTo(staged, staged.found, words);
    expect(await replier.send()).toMatchObject({ kind: 'published' });
    const own = only(((await staged.reader.thread(staged.post)) ?? []).filter(({ isOwn }) => isOwn));
    expect(own.text).toContain(words);
  });
}
