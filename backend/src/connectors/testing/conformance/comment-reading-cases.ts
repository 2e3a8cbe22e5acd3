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

/** The cases for reading comments. */
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
    const staged = await published();
    await comment(staged, 'How lovely');
    const readComment = saying(await staged.reader.all(staged.post), 'How lovely');
    expect(readComment).toMatchObject({
      postRemoteId: staged.post.remoteId,
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
    const inThread = saying(await staged.reader.thread(staged.post), 'How lovely');
    expect(inThread).toMatchObject({
      key: readComment.key,
      remoteId: readComment.remoteId,
      text: readComment.text,
    });
    expect(inThread.createdAt).toBe(readComment.createdAt);
    expect(JSON.parse(JSON.stringify(readComment))).toEqual(readComment);
  });
  it('finds comments that were written between two polls', async () => {
    const staged = await published();
    const keys = new Set<string>();
    for (const text of ['one', 'two', 'three']) {
      await comment(staged, `${text} of ${account()}`);
      for (const { key } of await staged.reader.all(staged.post)) keys.add(key);
      world.clock.advance(120_000);
    }
    expect(keys.size).toBe(3);
  });
  it('reads all comments, even if they need several pages', async () => {
    const staged = await published();
    const sent = Array.from({ length: 130 }, (_, index) => `Number ${String(index)}.`);
    for (const text of sent) await comment(staged, text);
    const found = (await staged.reader.thread(staged.post)) ?? [];
    expect(new Set(found.map(({ key }) => key)).size).toBe(sent.length);
    const readComments = await staged.reader.all(staged.post);
    expect(new Set(readComments.map(({ text }) => text))).toEqual(new Set(sent));
  }, 60_000);
  if (subject.nests !== false)
    it('returns the parent of a reply', async () => {
      const staged = await published();
      const id = await comment(staged, 'The first');
      await comment(staged, 'The second', { parentId: id, author: 'Cleo' });
      const found = await staged.reader.thread(staged.post);
      const first = saying(found, 'The first');
      expect(saying(found, 'The second')).toMatchObject({
        postRemoteId: staged.post.remoteId,
        parentRemoteId: first.remoteId,
      });
    });
  if (subject.nests !== false && subject.deep !== false)
    it('reads a conversation completely, also with 70 levels', async () => {
      const staged = await published();
      let parentId = await comment(staged, 'Level 0.');
      for (let level = 1; level < 70; level += 1)
        parentId = await comment(staged, `Level ${String(level)}.`, { parentId });
      const found = (await staged.reader.thread(staged.post)) ?? [];
      expect(new Set(found.map(({ key }) => key)).size).toBe(70);
    }, 60_000);
  if (subject.edits !== false)
    it('reads the new text of an edited comment', async () => {
      const staged = await commented();
      world.clock.advance(60_000);
      await world.editComment(platform, staged.id, 'Second thoughts');
      const found = saying(await staged.reader.thread(staged.post), 'Second thoughts');
      expect(found.key).toBe(staged.found.key);
      expect(found.createdAt).toBe(staged.found.createdAt);
      if (subject.reportsEditTimes) expect(found.editedAt).not.toBeNull();
    });
  it('omits a deleted comment', async () => {
    const staged = await commented();
    const before = await comments().one(staged.access, staged.found, deadline());
    await world.deleteComment(platform, staged.id);
    expect(await staged.reader.thread(staged.post)).toEqual([]);
    const after = await comments().one(staged.access, staged.found, deadline());
    if (subject.tellsOne === false) return;
    expect(before).toMatchObject({ kind: 'there', comment: { key: staged.found.key } });
    expect(after).toEqual({ kind: 'gone' });
  });
  it('finds a comment in its thread, even if the platform does not announce the comment', async () => {
    const staged = await published();
    await comment(staged, 'Nobody knows', { unannounced: true });
    expect((await staged.reader.news([staged.post])).comments).toEqual([]);
    saying(await staged.reader.thread(staged.post), 'Nobody knows');
  });
  it('distinguishes a thread without comments from a deleted post', async () => {
    const staged = await published();
    const connector = stage.connector();
    if (!connector.deletePost) return;
    const { remoteId, permalink } = staged.post;
    const post = { remoteId, permalink, publishRefs: null };
    const deleted = await connector.deletePost(staged.access, post, deadline());
    if (deleted.kind !== 'deleted') return;
    expect(await staged.reader.thread(staged.post)).toBeNull();
  });
  if (subject.reportsBots)
    it('recognizes an author who is marked as a bot', async () => {
      const staged = await published();
      await comment(staged, 'Beep', { bot: true, author: 'Robot' });
      expect(saying(await staged.reader.all(staged.post), 'Beep').author.isBot).toBe(true);
    });
  it.each(HOSTILE)('keeps texts unchanged: %s', async (words) => {
    const staged = await published();
    await comment(staged, words);
    expect(only(await staged.reader.thread(staged.post)).text).toBe(words);
    expect(only(await staged.reader.all(staged.post)).text).toBe(words);
  });
  it('needs a new login when the token was revoked', async () => {
    const staged = await published();
    if (subject.proof) await world.fault(platform, 'revoked');
    else await world.endTokens(tokensOf(), account(), 'revoke');
    const read = comments().thread(staged.access, staged.post, null, deadline());
    expect(await outcomeOf(read)).toMatchObject({ kind: 'refused', reason: closed });
  });
}
