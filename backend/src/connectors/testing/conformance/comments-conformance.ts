import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CommentConnector, RemoteComment, WatchedPost } from '../../contract/comments.ts';
import type { Connector } from '../../contract/connector.ts';
import { ConformanceWorld, type WrittenComment } from './conformance-world.ts';
import { InboxReader, Replier } from './inbox-reader.ts';
import { outcomeOf } from './kinds.ts';
import { connected, published as publishedBy, type PostingSubject } from './published-post.ts';
import { Killed } from './publisher.ts';

/** Its post is the one that is commented on. */
export type CommentSubject = PostingSubject &
  Readonly<{
    /** What a comment must say so that the account may answer it through the interface; `name` is the account's. */
    answerable?: (text: string, name: string) => string;
    /** Comments can be changed by their authors. Default: true. */
    edits?: boolean;
    /** The platform tells of an edit when it came. Default: false. */
    datesEdits?: boolean;
    /** Comments can answer comments. Default: true. */
    nests?: boolean;
    /** What answers a comment can be answered in turn. Default: true. */
    deep?: boolean;
    /** It tells which authors are programs. Default: false. */
    tellsBots?: boolean;
    /** One comment can be asked for. Default: true. */
    tellsOne?: boolean;
    /** A reply to a comment that is gone is refused before anything is sent, or by the call. Default: true. */
    refusesGone?: boolean;
    /** After a lost answer nobody can be asked: a person decides. */
    blind?: boolean;
    /** What a refused reply looks like although it was made: the platform's own answer, where it is another than the sandbox's. */
    refusedAfterAll?: Readonly<{ status: number; body: unknown }>;
    /** The reply as the platform shows it, when it is not the text that was sent; `author` is the comment's. */
    shown?: (text: string, author: string) => string;
  }>;

/** Words that a page, a log or a list could stumble over; all of it is text. */
const HOSTILE = [
  '<script>alert(1)</script> <b>bold</b> <!-- no',
  'Tom & Jerry &amp; &lt;p&gt; &#39;x&#39;',
  '“Grüße” 👩‍👩‍👧‍👦 日本語 مرحبا',
  "'; drop table comments; -- {{constructor}} ${7*7}",
];
const STRANGER = 'Ben';
const within = () => AbortSignal.timeout(20_000);

/** The same cases for the comments of every platform, against the sandbox over real HTTP. */
export function describeComments(subject: CommentSubject): void {
  const { platform } = subject;
  const world = new ConformanceWorld(subject.app);
  let connector: Connector;
  let number = 0;
  /** A person of their own for each case: nobody's tokens, faults or budgets reach into another. */
  let account = '';

  const comments = (): CommentConnector => {
    if (!connector.comments) throw new Error(`The connector of ${platform} has no comments.`);
    return connector.comments;
  };

  /** An account with a published post, and what reads and answers under it. */
  const published = async () => {
    const remote = await connected(world, subject, account);
    const made = await publishedBy(world, connector, subject, remote, `A post of ${account}`);
    const { access } = made;
    const post: WatchedPost = { ...made.post, count: null };
    const reader = new InboxReader(comments, access, world.clock);
    return { remote, post, access, reader };
  };
  const tokensOf = () => subject.secondGrant ?? world.connection(platform).name;
  /** A second grant that is over asks for no new login of the account. */
  const closed = subject.secondGrant ? 'permission-missing' : 'reconnect';
  type Published = Awaited<ReturnType<typeof published>>;

  const comment = ({ post }: Published, text: string, more: Partial<WrittenComment> = {}): Promise<string> =>
    world.comment(platform, { remoteId: post.remoteId, author: STRANGER, text, ...more });
  const answerable = ({ remote }: Published, text: string): string =>
    subject.answerable?.(text, remote.accountName) ?? text;
  const only = <Item>(items: readonly Item[] | null): Item => {
    const [first, ...rest] = items ?? [];
    if (first === undefined || rest.length > 0) throw new Error(`Not one, but ${JSON.stringify(items)}`);
    return first;
  };
  /** The one that was read of what was written with these words. */
  const saying = (found: readonly RemoteComment[] | null, words: string): RemoteComment =>
    only((found ?? []).filter(({ text }) => text.includes(words)));
  const replierTo = (place: Published, found: RemoteComment, text = `Thanks from ${account}`): Replier =>
    new Replier(comments, place.access, world.clock, found, text);
  const received = async ({ reply }: Replier) => {
    const { text, comment: answered } = reply;
    const shown = subject.shown?.(text, answered.author.handle) ?? text;
    return (await world.replies(platform)).filter((each) => each.text === shown);
  };
  /** A post with one comment that can be answered. */
  const commented = async () => {
    const place = await published();
    const id = await comment(place, answerable(place, `Nice, ${account}!`));
    const found = saying(await place.reader.all(place.post), `Nice, ${account}!`);
    return { ...place, id, found };
  };

  describe(`comments of ${platform}${subject.app ? ` (${subject.app})` : ''}`, () => {
    beforeAll(async () => {
      await world.open();
      connector = world.connector(platform);
    });
    beforeEach(() => {
      account = `reader${String(++number)}`;
    });
    afterAll(() => world.close());

    it('can be read, says the descriptor, and what it says of answers and moderation is so', () => {
      const { capabilities } = connector.descriptor;
      expect(capabilities).toMatchObject({ comments: true, reply: true });
      if (capabilities.hide) expect(comments().hide).toBeDefined();
      if (capabilities.delete) expect(comments().remove).toBeDefined();
    });

    describe('reading', () => {
      it('shows nothing under a post that nobody commented on', async () => {
        const { reader, post } = await published();
        expect(await reader.all(post)).toEqual([]);
        expect(await reader.thread(post)).toEqual([]);
      });
      it('has a comment as it is there, with the same key by whichever way it is read', async () => {
        const place = await published();
        await comment(place, 'How lovely');
        const told = saying(await place.reader.all(place.post), 'How lovely');
        expect(told).toMatchObject({
          postRemoteId: place.post.remoteId,
          parentRemoteId: null,
          isOwn: false,
          author: {
            remoteId: expect.stringMatching(/./u),
            handle: expect.stringMatching(/ben/iu),
            isBot: false,
          },
          editedAt: null,
        });
        expect(told.text).toBe('How lovely');
        expect(new Date(told.createdAt).toISOString()).toBe(told.createdAt);
        const inThread = saying(await place.reader.thread(place.post), 'How lovely');
        expect(inThread).toMatchObject({ key: told.key, remoteId: told.remoteId, text: told.text });
        expect(inThread.createdAt).toBe(told.createdAt);
        expect(JSON.parse(JSON.stringify(told))).toEqual(told);
      });
      it('misses none of what comes between two readings', async () => {
        const place = await published();
        const keys = new Set<string>();
        for (const text of ['one', 'two', 'three']) {
          await comment(place, `${text} of ${account}`);
          for (const { key } of await place.reader.all(place.post)) keys.add(key);
          world.clock.advance(120_000);
        }
        expect(keys.size).toBe(3);
      });
      it('has more of them than a page holds', async () => {
        const place = await published();
        const sent = Array.from({ length: 130 }, (_, index) => `Number ${String(index)}.`);
        for (const text of sent) await comment(place, text);
        const found = (await place.reader.thread(place.post)) ?? [];
        expect(new Set(found.map(({ key }) => key)).size).toBe(sent.length);
        const told = await place.reader.all(place.post);
        expect(new Set(told.map(({ text }) => text))).toEqual(new Set(sent));
      }, 60_000);
      if (subject.nests !== false)
        it('tells what a comment answers', async () => {
          const place = await published();
          const id = await comment(place, 'The first');
          await comment(place, 'The second', { parentId: id, author: 'Cleo' });
          const found = await place.reader.thread(place.post);
          const first = saying(found, 'The first');
          expect(saying(found, 'The second')).toMatchObject({
            postRemoteId: place.post.remoteId,
            parentRemoteId: first.remoteId,
          });
        });
      if (subject.nests !== false && subject.deep !== false)
        it('reads a conversation to its end, however deep it is', async () => {
          const place = await published();
          let parentId = await comment(place, 'Level 0.');
          for (let level = 1; level < 70; level += 1)
            parentId = await comment(place, `Level ${String(level)}.`, { parentId });
          const found = (await place.reader.thread(place.post)) ?? [];
          expect(new Set(found.map(({ key }) => key)).size).toBe(70);
        }, 60_000);
      if (subject.edits !== false)
        it('has the words of a comment that was changed', async () => {
          const place = await commented();
          world.clock.advance(60_000);
          await world.editComment(platform, place.id, 'Second thoughts');
          const found = saying(await place.reader.thread(place.post), 'Second thoughts');
          expect(found.key).toBe(place.found.key);
          expect(found.createdAt).toBe(place.found.createdAt);
          if (subject.datesEdits) expect(found.editedAt).not.toBeNull();
        });
      it('has no comment that was deleted', async () => {
        const place = await commented();
        const before = await comments().one(place.access, place.found, within());
        await world.deleteComment(platform, place.id);
        expect(await place.reader.thread(place.post)).toEqual([]);
        const asked = await comments().one(place.access, place.found, within());
        if (subject.tellsOne === false) return;
        expect(before).toMatchObject({ kind: 'there', comment: { key: place.found.key } });
        expect(asked).toEqual({ kind: 'gone' });
      });
      it('finds a comment that nothing told of in its thread', async () => {
        const place = await published();
        await comment(place, 'Nobody knows', { unannounced: true });
        expect((await place.reader.news([place.post])).comments).toEqual([]);
        saying(await place.reader.thread(place.post), 'Nobody knows');
      });
      it('tells a thread without comments from a post that is gone', async () => {
        const place = await published();
        if (!connector.deletePost) return;
        const { remoteId, permalink } = place.post;
        const post = { remoteId, permalink, publishRefs: null };
        const deleted = await connector.deletePost(place.access, post, within());
        if (deleted.kind !== 'deleted') return;
        expect(await place.reader.thread(place.post)).toBeNull();
      });
      if (subject.tellsBots)
        it('knows programs that say what they are', async () => {
          const place = await published();
          await comment(place, 'Beep', { bot: true, author: 'Robot' });
          expect(saying(await place.reader.all(place.post), 'Beep').author.isBot).toBe(true);
        });
      it.each(HOSTILE)('keeps words as they are: %s', async (words) => {
        const place = await published();
        await comment(place, words);
        expect(only(await place.reader.thread(place.post)).text).toBe(words);
        expect(only(await place.reader.all(place.post)).text).toBe(words);
      });
      it('needs a new login when the token was revoked', async () => {
        const place = await published();
        if (subject.proof) await world.fault(platform, 'revoked');
        else await world.endTokens(tokensOf(), account, 'revoke');
        const read = comments().thread(place.access, place.post, null, within());
        expect(await outcomeOf(read)).toMatchObject({ kind: 'refused', reason: closed });
      });
    });

    describe('a reply', () => {
      it('is under the comment that it answers, and known as one’s own', async () => {
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
      it('has room for what the platform says, and no more', async () => {
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
      it('is found after a lost answer, although its comment and the one above were hidden meanwhile', async () => {
        const place = await commented();
        const top = place.found;
        const hide = (found: RemoteComment) =>
          comments().can(found).hide === 'platform' && comments().hide?.(place.access, found, true, within());
        let found = top;
        if (subject.nests !== false) {
          await comment(place, answerable(place, `And I, ${account}`), { parentId: place.id });
          found = saying(await place.reader.thread(place.post), `And I, ${account}`);
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
        it('to an answer to an answer is found after a lost answer, wherever the platform has put it', async () => {
          const place = await commented();
          let parentId = place.id;
          for (const words of ['And I', 'And they'])
            parentId = await comment(place, answerable(place, `${words}, ${account}`), { parentId });
          const replier = replierTo(
            place,
            saying(await place.reader.thread(place.post), `And they, ${account}`),
          );
          await replier.prepare();
          await world.fault(platform, 'dropAfterAccept');
          expect(await replier.call()).toMatchObject({ kind: 'unknown' });
          expect((await replier.lookUp()).kind).toBe(subject.blind ? 'cannot-tell' : 'published');
          expect(await received(replier)).toHaveLength(1);
        });
      it('is found although the platform refused what it had made', async () => {
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
      it('goes on where a killed process stopped, whichever step it was', async () => {
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
      it('takes references of another reply for none', async () => {
        const place = await commented();
        const first = replierTo(place, place.found, 'The one');
        await first.prepare();
        const other = replierTo(place, place.found, 'The other');
        other.refs = first.refs;
        expect(await other.send()).toMatchObject({ kind: 'published' });
        expect([await received(first), await received(other)]).toMatchObject([[], [{}]]);
      });
      if (subject.refusesGone !== false)
        it('to a comment that is gone is refused, and nothing is sent', async () => {
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
        it('to an answer below a comment that is hidden is there, or refused for good before anything is sent', async () => {
          const place = await commented();
          const below = await comment(place, answerable(place, `And I, ${account}`), { parentId: place.id });
          const answer = saying(await place.reader.thread(place.post), `And I, ${account}`);
          if (comments().can(place.found).hide === 'platform')
            await comments().hide?.(place.access, place.found, true, within());
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
      it('needs a new login when the token was revoked, and nothing is sent', async () => {
        const place = await commented();
        const replier = replierTo(place, place.found);
        await replier.prepare();
        if (subject.proof) await world.fault(platform, 'revoked');
        else await world.endTokens(tokensOf(), account, 'revoke');
        expect(await outcomeOf(replier.call())).toMatchObject({ kind: 'refused', reason: closed });
        expect(await received(replier)).toEqual([]);
      });
      it('keeps its words as they are', async () => {
        const place = await commented();
        const words = `Fish & chips <3 “Grüße” ${account}`;
        const replier = replierTo(place, place.found, words);
        expect(await replier.send()).toMatchObject({ kind: 'published' });
        const own = only(((await place.reader.thread(place.post)) ?? []).filter(({ isOwn }) => isOwn));
        expect(own.text).toContain(words);
      });
    });

    describe('moderation', () => {
      it('hides a comment on the platform and shows it again, as often as it is asked', async () => {
        const place = await commented();
        const { hide } = comments().can(place.found);
        expect(hide === 'platform').toBe(comments().hide !== undefined);
        if (hide === 'here') return;
        for (const hidden of [true, true, false, false]) {
          const asked = comments().hide?.(place.access, place.found, hidden, within());
          expect(await asked).toEqual({ kind: 'done' });
          expect(await world.isHidden(platform, place.id)).toBe(hidden);
          const seen = ((await place.reader.thread(place.post)) ?? []).find(
            ({ key }) => key === place.found.key,
          );
          if (seen?.hidden !== null && seen !== undefined) expect(seen.hidden).toBe(hidden);
        }
      });
      it('removes a comment where the platform allows it, as often as it is asked', async () => {
        const place = await commented();
        const { remove } = comments().can(place.found);
        expect(remove).toBe(comments().remove !== undefined);
        if (!remove) return;
        for (let time = 0; time < 2; time += 1) {
          const asked = comments().remove?.(place.access, place.found, within());
          expect(await asked).toEqual({ kind: 'done' });
        }
        expect(await place.reader.thread(place.post)).toEqual([]);
      });
    });
  });
}
