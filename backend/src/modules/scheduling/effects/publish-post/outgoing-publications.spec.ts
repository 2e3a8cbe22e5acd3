import { createHash } from 'node:crypto';
import { FREE_SUFFIX } from '@posthorn/contracts/shared/brand';
import { expect, it } from '@jest/globals';
import { ERASED } from '#infrastructure/event-log/personal-field.ts';
import type { PublishRules } from '#modules/integrations/ports/publish-rules.ts';
import { postStream, type Post } from '../../domain/post/post.ts';
import { scheduled, started } from '../../domain/post/testing/post-samples.ts';
import { publicationStream } from '../../domain/publication/publication.ts';
import { PostFiles } from '../../stores/post-media/post-media.ts';
import type { MediaFiles } from '#infrastructure/media/store/media-files.ts';
import { MediaStore } from '#infrastructure/media/store/media-store.ts';
import { OutgoingPublications } from './outgoing-publications.ts';

/** Account 4 is on a platform that forbids text that an app adds. */
const rules = {
  limitsOf: (accountId: number) => Promise.resolve({ promotionalTextAllowed: accountId !== 4 }),
} as PublishRules;
class EmptyStore extends MediaStore {
  keep = () => Promise.resolve();
  remove = () => Promise.resolve();
  pathOf = () => Promise.resolve('/nowhere');
  check = () => Promise.resolve();
  tidy = () => Promise.resolve();
  // eslint-disable-next-line @typescript-eslint/require-await -- a generator of nothing
  async *list() {
    yield* [];
  }
}
class LostFiles extends EmptyStore {
  override pathOf = () => Promise.reject(new Error('The file is gone.'));
}
const files = { codecsOf: () => Promise.resolve(new Map<string, string>()) } as unknown as MediaFiles;
const publications = new OutgoingPublications(rules, new PostFiles(new EmptyStore(), files));
const target = (accountId: number) =>
  ({ postId: 7, accountId, ownerId: 'ana', platform: 'mastodon' }) as const;
const postOf = (...events: Parameters<typeof postStream.evolve>[1][]): Post =>
  events.reduce(postStream.evolve, postStream.initial);
const [picture] = scheduled().data.media;
if (!picture) throw new Error('the sample has no picture');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const FILES =
  '[{"mediaUrl":"/media/AAAAAAAAAAAAAAAAAAAAAA.jpg","mimeType":"image/jpeg","bytes":1000,"altText":"A sunset"}]';

it('keeps the hash of publications that started before options existed', async () => {
  const { contentHash } = await publications.publicationOf(postOf(scheduled()), target(3), false);
  expect(contentHash).toBe(sha256(`{"title":null,"text":"Hello\\n\\n#launch","files":${FILES}}`));
});
it('gives each account its own text and options, and a hash that includes both', async () => {
  const perTarget = [{ accountId: 3, content: 'Mine', options: { board: 'b' } }];
  const post = postOf(scheduled({ perTarget }));
  const own = await publications.publicationOf(post, target(3), false);
  expect(own).toMatchObject({ text: 'Mine\n\n#launch', options: { board: 'b' } });
  expect(own.contentHash).toBe(
    sha256(`{"title":null,"text":"Mine\\n\\n#launch","files":${FILES},"options":{"board":"b"}}`),
  );
  expect(await publications.publicationOf(post, target(4), false)).toMatchObject({
    text: 'Hello\n\n#launch',
    options: {},
  });
});
it('gives each account its own selection of files in its own order, with a different hash', async () => {
  const photos = ['one', 'two', 'three'].map((name) => ({ ...picture, mediaUrl: `/media/${name}` }));
  const perTarget = [
    { accountId: 3, content: null, options: {}, mediaUrls: ['/media/three', '/media/one'] },
    { accountId: 4, content: null, options: {}, mediaUrls: [] },
  ];
  const post = postOf(scheduled({ media: photos, perTarget }), started);
  const sent = await Promise.all([3, 4, 5].map((id) => publications.publicationOf(post, target(id), false)));
  expect(sent.map(({ media }) => media.map(({ mediaUrl }) => mediaUrl))).toEqual([
    ['/media/three', '/media/one'],
    [],
    ['/media/one', '/media/two', '/media/three'],
  ]);
  expect(new Set(sent.map(({ contentHash }) => contentHash)).size).toBe(3);
});
it('looks up a sent post without its files when one of them is deleted', async () => {
  const lost = new OutgoingPublications(rules, new PostFiles(new LostFiles(), files));
  const perTarget = [{ accountId: 4, content: null, options: {}, mediaUrls: [] }];
  const post = postOf(scheduled({ perTarget }), started);
  const { media, contentHash } = await lost.asSent(post, target(4), publicationStream.initial);
  expect(media).toEqual([]);
  expect(contentHash).toBe((await publications.publicationOf(post, target(4), false)).contentHash);
});
it("contains only the mark of erasure when the owner's text is erased", async () => {
  const gone = scheduled({ content: ERASED, hashtags: ERASED, title: ERASED, media: [], perTarget: [] });
  const { text, title } = await publications.publicationOf(postOf(gone, started), target(4), true);
  expect({ text, title }).toEqual({ text: ERASED, title: ERASED });
  const named = scheduled({ content: `Every field reads ${ERASED} now.` });
  const { text: quoting } = await publications.publicationOf(postOf(named), target(4), false);
  expect(quoting).toBe(`Every field reads ${ERASED} now.\n\n#launch`);
});
it('uses the recorded decision about the suffix after publishing has started', async () => {
  const before = await publications.publicationOf(postOf(scheduled()), target(4), true);
  expect(before.text).not.toContain(FREE_SUFFIX);
  const frozen = await publications.publicationOf(postOf(scheduled(), started), target(4), false);
  expect(frozen.text).toContain(FREE_SUFFIX);
  expect(await publications.suffixOn(postOf(scheduled()), true)).toEqual([3]);
  expect(await publications.suffixOn(postOf(scheduled()), false)).toEqual([]);
});
