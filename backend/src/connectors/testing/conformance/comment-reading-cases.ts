import { expect, it } from '@jest/globals';
import { deadline, type CommentStage } from './comment-stage.ts';
import { outcomeOf } from './kinds.ts';

/** Texts that could break a page, a log or a list. */
const HOSTILE = [
  '<script>alert(1)</script> <b>bold</b> <!-- no',
  'Tom & Jerry &amp; &lt;p&gt; &#39;x&#39;',
  '“Grüße” 👩‍👩‍👧‍👦 日本語 مرحبا',
  "'; drop table comments; -- {{constructor}} ${7*7}",
];

/** Reading the comments of a platform. */
export function describeReading(stage: CommentStage): void {
  const {
    subject,
    platform,
    world,
    comments,
    published,
    tokensOf,
    closed,
    comment,
    only,
    saying,
    commented,
    account,
  } = stage;
  it('finds nothing under a post without comments', async () => {
    const { reader, post } = await published();
    expect(await reader.all(post)).toEqual([]);
    expect(await reader.thread(post)).toEqual([]);
  });
  it('reads a comment as the platform shows it, with the same key in every call', async () => {
    const place = await published();
    await comment(place, 'How lovely');
    const readComment = saying(await place.reader.all(place.post), 'How lovely');
    expect(readComment).toMatchObject({
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
    expect(readComment.text).toBe('How lovely');
    expect(new Date(readComment.createdAt).toISOString()).toBe(readComment.createdAt);
    const inThread = saying(await place.reader.thread(place.post), 'How lovely');
    expect(inThread).toMatchObject({
      key: readComment.key,
      remoteId: readComment.remoteId,
      text: readComment.text,
    });
    expect(inThread.createdAt).toBe(readComment.createdAt);
    expect(JSON.parse(JSON.stringify(readComment))).toEqual(readComment);
  });
  it('misses no comment between two readings', async () => {
    const place = await published();
    const keys = new Set<string>();
    for (const text of ['one', 'two', 'three']) {
      await comment(place, `${text} of ${account()}`);
      for (const { key } of await place.reader.all(place.post)) keys.add(key);
      world.clock.advance(120_000);
    }
    expect(keys.size).toBe(3);
  });
  it('reads more comments than one page holds', async () => {
    const place = await published();
    const sent = Array.from({ length: 130 }, (_, index) => `Number ${String(index)}.`);
    for (const text of sent) await comment(place, text);
    const found = (await place.reader.thread(place.post)) ?? [];
    expect(new Set(found.map(({ key }) => key)).size).toBe(sent.length);
    const readComments = await place.reader.all(place.post);
    expect(new Set(readComments.map(({ text }) => text))).toEqual(new Set(sent));
  }, 60_000);
  if (subject.nests !== false)
    it('names the comment that a reply belongs to', async () => {
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
    it('reads a conversation to its end, at any depth', async () => {
      const place = await published();
      let parentId = await comment(place, 'Level 0.');
      for (let level = 1; level < 70; level += 1)
        parentId = await comment(place, `Level ${String(level)}.`, { parentId });
      const found = (await place.reader.thread(place.post)) ?? [];
      expect(new Set(found.map(({ key }) => key)).size).toBe(70);
    }, 60_000);
  if (subject.edits !== false)
    it('reads the new text of an edited comment', async () => {
      const place = await commented();
      world.clock.advance(60_000);
      await world.editComment(platform, place.id, 'Second thoughts');
      const found = saying(await place.reader.thread(place.post), 'Second thoughts');
      expect(found.key).toBe(place.found.key);
      expect(found.createdAt).toBe(place.found.createdAt);
      if (subject.reportsEditTimes) expect(found.editedAt).not.toBeNull();
    });
  it('leaves out a deleted comment', async () => {
    const place = await commented();
    const before = await comments().one(place.access, place.found, deadline());
    await world.deleteComment(platform, place.id);
    expect(await place.reader.thread(place.post)).toEqual([]);
    const asked = await comments().one(place.access, place.found, deadline());
    if (subject.tellsOne === false) return;
    expect(before).toMatchObject({ kind: 'there', comment: { key: place.found.key } });
    expect(asked).toEqual({ kind: 'gone' });
  });
  it('finds a comment in its thread without an event about it', async () => {
    const place = await published();
    await comment(place, 'Nobody knows', { unannounced: true });
    expect((await place.reader.news([place.post])).comments).toEqual([]);
    saying(await place.reader.thread(place.post), 'Nobody knows');
  });
  it('distinguishes a thread without comments from a deleted post', async () => {
    const place = await published();
    const connector = stage.connector();
    if (!connector.deletePost) return;
    const { remoteId, permalink } = place.post;
    const post = { remoteId, permalink, publishRefs: null };
    const deleted = await connector.deletePost(place.access, post, deadline());
    if (deleted.kind !== 'deleted') return;
    expect(await place.reader.thread(place.post)).toBeNull();
  });
  if (subject.reportsBots)
    it('recognizes bots that declare themselves', async () => {
      const place = await published();
      await comment(place, 'Beep', { bot: true, author: 'Robot' });
      expect(saying(await place.reader.all(place.post), 'Beep').author.isBot).toBe(true);
    });
  it.each(HOSTILE)('keeps texts unchanged: %s', async (words) => {
    const place = await published();
    await comment(place, words);
    expect(only(await place.reader.thread(place.post)).text).toBe(words);
    expect(only(await place.reader.all(place.post)).text).toBe(words);
  });
  it('needs a new login when the token was revoked', async () => {
    const place = await published();
    if (subject.proof) await world.fault(platform, 'revoked');
    else await world.endTokens(tokensOf(), account(), 'revoke');
    const read = comments().thread(place.access, place.post, null, deadline());
    expect(await outcomeOf(read)).toMatchObject({ kind: 'refused', reason: closed });
  });
}
