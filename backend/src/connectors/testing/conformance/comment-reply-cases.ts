import { expect, it } from '@jest/globals';
import type { RemoteComment } from '../../contract/comments.ts';
import { deadline, type CommentStage } from './comment-stage.ts';
import { outcomeOf } from './kinds.ts';
import { Killed } from './publisher.ts';

/** Replying to comments on a platform. */
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
  it("appears below its comment, and is recognized as the account's own", async () => {
    const place = await commented();
    expect(comments().can(place.found)).toMatchObject({ reply: 'send', whyNot: null, openUrl: null });
    const replier = replierTo(place, place.found);
    const sent = await replier.send();
    expect(sent).toMatchObject({ kind: 'published', remoteId: expect.stringMatching(/./u) });
    expect(only(await received(replier))).toMatchObject({ parentId: place.id });
    const own = only(((await place.reader.thread(place.post)) ?? []).filter(({ isOwn }) => isOwn));
    const { remoteId } = sent as { remoteId: string };
    expect(own).toMatchObject({ remoteId, parentRemoteId: place.found.remoteId });
    expect(own.text).toContain(replier.reply.text);
  });
  it('may be as long as the connector says, and no longer', async () => {
    const { found } = await commented();
    const { max } = comments().replyLength('', found);
    expect(max).toBeGreaterThan(0);
    const { used } = comments().replyLength('x'.repeat(max + 1), found);
    expect(used).toBeGreaterThan(max);
  });
  it('is found after a lost answer, and sent once', async () => {
    const place = await commented();
    const replier = replierTo(place, place.found);
    expect(await replier.prepare()).toMatchObject({ kind: 'prepared' });
    await world.fault(platform, 'dropAfterAccept');
    expect(await replier.call()).toMatchObject({ kind: 'unknown' });
    expect((await replier.lookUp()).kind).toBe(subject.blind ? 'cannot-tell' : 'published');
    expect(await received(replier)).toHaveLength(1);
  });
  it('is found after a lost answer, even if its comment and the parent were hidden in the meantime', async () => {
    const place = await commented();
    const top = place.found;
    const hide = (found: RemoteComment) =>
      comments().can(found).hide === 'platform' && comments().hide?.(place.access, found, true, deadline());
    let found = top;
    if (subject.nests !== false) {
      await comment(place, answerable(place, `And I, ${account()}`), { parentId: place.id });
      found = saying(await place.reader.thread(place.post), `And I, ${account()}`);
    }
    const replier = replierTo(place, found);
    await replier.prepare();
    await world.fault(platform, 'dropAfterAccept');
    expect(await replier.call()).toMatchObject({ kind: 'unknown' });
    for (const one of new Set([found, top])) await hide(one);
    expect((await replier.lookUp()).kind).toBe(subject.blind ? 'cannot-tell' : 'published');
    expect(await received(replier)).toHaveLength(1);
  });
  if (subject.nests !== false)
    it('to a reply to a reply is found after a lost answer, wherever the platform has put it', async () => {
      const place = await commented();
      let parentId = place.id;
      for (const words of ['And I', 'And they'])
        parentId = await comment(place, answerable(place, `${words}, ${account()}`), { parentId });
      const replier = replierTo(
        place,
        saying(await place.reader.thread(place.post), `And they, ${account()}`),
      );
      await replier.prepare();
      await world.fault(platform, 'dropAfterAccept');
      expect(await replier.call()).toMatchObject({ kind: 'unknown' });
      expect((await replier.lookUp()).kind).toBe(subject.blind ? 'cannot-tell' : 'published');
      expect(await received(replier)).toHaveLength(1);
    });
  it('is found even if the platform refused it after creating it', async () => {
    const place = await commented();
    const replier = replierTo(place, place.found);
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
  it('that never arrived is sent again, once', async () => {
    const place = await commented();
    const replier = replierTo(place, place.found);
    await replier.prepare();
    await world.fault(platform, 'http500');
    expect(await replier.call()).toMatchObject({ kind: 'unknown' });
    const found = await replier.lookUp();
    expect(found.kind).toBe(subject.blind ? 'cannot-tell' : 'absent');
    if (!subject.blind) expect(await replier.send()).toMatchObject({ kind: 'published' });
    expect(await received(replier)).toHaveLength(subject.blind ? 0 : 1);
  });
  it('continues where a killed process stopped, at each step', async () => {
    const place = await commented();
    const whole = replierTo(place, place.found, 'The whole way');
    expect(await whole.send()).toMatchObject({ kind: 'published' });
    for (let step = 1; step <= whole.saves; step += 1) {
      const replier = replierTo(place, place.found, `Killed at ${String(step)}`);
      await expect(replier.prepare(step)).rejects.toBeInstanceOf(Killed);
      expect(await replier.send()).toMatchObject({ kind: 'published' });
      expect(await received(replier)).toHaveLength(1);
    }
  });
  it('ignores stored references of another reply', async () => {
    const place = await commented();
    const first = replierTo(place, place.found, 'The one');
    await first.prepare();
    const other = replierTo(place, place.found, 'The other');
    other.refs = first.refs;
    expect(await other.send()).toMatchObject({ kind: 'published' });
    expect([await received(first), await received(other)]).toMatchObject([[], [{}]]);
  });
  if (subject.refusesGone !== false)
    it('to a deleted comment is refused without being sent', async () => {
      const place = await commented();
      await world.deleteComment(platform, place.id);
      const replier = replierTo(place, place.found);
      expect(await replier.send()).toMatchObject({
        kind: 'refused',
        reason: 'not-found',
        retryable: false,
      });
      expect(await received(replier)).toEqual([]);
    });
  if (subject.nests !== false)
    it('below a hidden comment arrives, or is refused for good before it is sent', async () => {
      const place = await commented();
      const below = await comment(place, answerable(place, `And I, ${account()}`), { parentId: place.id });
      const answer = saying(await place.reader.thread(place.post), `And I, ${account()}`);
      if (comments().can(place.found).hide === 'platform')
        await comments().hide?.(place.access, place.found, true, deadline());
      const replier = replierTo(place, answer);
      const sent = await replier.send();
      expect(below).not.toBe(place.id);
      if (sent.kind === 'refused') expect(sent).toMatchObject({ retryable: false });
      else expect(sent).toMatchObject({ kind: 'published' });
      expect(await received(replier)).toHaveLength(sent.kind === 'published' ? 1 : 0);
    });
  it('waits when the platform asks to', async () => {
    const place = await commented();
    const replier = replierTo(place, place.found);
    await replier.prepare();
    await world.fault(platform, 'http429', { retryAfterSeconds: 90 });
    expect(await replier.call()).toMatchObject({ kind: 'postponed', until: expect.any(String) });
    expect(await received(replier)).toEqual([]);
  });
  it('needs a new login when the token was revoked, and is not sent', async () => {
    const place = await commented();
    const replier = replierTo(place, place.found);
    await replier.prepare();
    if (subject.proof) await world.fault(platform, 'revoked');
    else await world.endTokens(tokensOf(), account(), 'revoke');
    expect(await outcomeOf(replier.call())).toMatchObject({ kind: 'refused', reason: closed });
    expect(await received(replier)).toEqual([]);
  });
  it('keeps its text unchanged', async () => {
    const place = await commented();
    const words = `Fish & chips <3 “Grüße” ${account()}`;
    const replier = replierTo(place, place.found, words);
    expect(await replier.send()).toMatchObject({ kind: 'published' });
    const own = only(((await place.reader.thread(place.post)) ?? []).filter(({ isOwn }) => isOwn));
    expect(own.text).toContain(words);
  });
}
