import { CHECK_SENTENCES } from '@posthorn/contracts/scheduling/check-sentences';
import { NO_OPTIONAL_WORDS } from '@posthorn/contracts/scheduling/optional-words';
import { DAY_MS } from '@posthorn/contracts/shared/durations';
import { sentenceOf } from '@posthorn/contracts/shared/said';
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { MediaObjectDamaged, MediaStoreUnavailable } from '#infrastructure/media/store/media-store.ts';
import { PostFiles } from '../../stores/post-media/post-media.ts';
import { PublishingBench } from '../../testing/publishing/publishing-bench.ts';
import { postEvent } from '../../domain/post/post-events.ts';

const mastodon = { accountId: 3, platform: 'mastodon' } as const;
const bluesky = { accountId: 4, platform: 'bluesky' } as const;
const mediaRejected = {
  kind: 'refused',
  reason: 'media-rejected',
  words: 'Bad codec.',
  retryable: false,
} as const;
const neverEnding = () => new Promise<never>(() => undefined);

let bench: PublishingBench;
beforeAll(async () => {
  bench = await PublishingBench.open({ times: { preparation: 500, longestPreparation: 500 } });
}, 60_000);
afterAll(() => bench.close());
beforeEach(() => {
  bench.platform.received.length = 0;
  bench.platform.calls.length = 0;
  bench.platform.prepareSignals.length = 0;
});

it('frees the slot of a preparation that does not end, and tries again later', async () => {
  const post = await bench.schedule(mastodon);
  bench.platform.preparations.push(neverEnding());
  await bench.runDue();
  expect(bench.platform.prepareSignals.at(0)?.aborted).toBe(true);
  expect(bench.events(post, 3)).toMatchObject([
    {
      type: 'PlatformPublishFailed',
      data: { reason: 'preparation-timeout', retryable: true, attemptId: null },
    },
  ]);
  await bench.runDue(60);
  expect(bench.eventTypes(post, 3).at(-1)).toBe('PlatformPublished');
});

it('soon looks up a post with an unknown outcome when its repetition cannot be prepared', async () => {
  bench.platform.answers.push('drop-after-accept');
  const post = await bench.schedule(bluesky);
  await bench.runDue();
  bench.platform.preparations.push(mediaRejected);
  await bench.runDue(2);
  expect(bench.events(post, 4).at(-1)).toMatchObject({
    type: 'PlatformPublished',
    data: { evidence: 'look-up' },
  });
});

it('fails a post with an unknown outcome that the platform does not have and that cannot be prepared again', async () => {
  bench.platform.answers.push({ kind: 'unknown', cause: 'reset', words: null });
  const post = await bench.schedule(bluesky);
  await bench.runDue();
  bench.platform.preparations.push(mediaRejected, mediaRejected, mediaRejected);
  for (const seconds of [2, 58, 0]) await bench.runDue(seconds);
  expect(bench.eventTypes(post, 4).slice(-4)).toEqual([
    'PublishLookedUp',
    'PublishLookedUp',
    'PlatformPublishFailed',
    'PlatformPublishFailed',
  ]);
  expect(bench.events(post, 4).at(-1)).toMatchObject({
    data: { reason: 'media-rejected', retryable: false },
  });
  expect(bench.platform.calls).toHaveLength(1);
});

const damaged = new MediaObjectDamaged({ sha256: 'a'.repeat(64), mimeType: 'image/jpeg' });
/** From now on, the store does not have the files of posts. */
const loseFiles = (error: Error = Object.assign(new Error('gone'), { code: 'ENOENT' })) =>
  jest
    .spyOn(bench.module.get(PostFiles), 'itemsOf')
    .mockImplementation((_owner, media) => (media.length > 0 ? Promise.reject(error) : Promise.resolve([])));

async function scheduleWithFile(): Promise<number> {
  const file = {
    mediaUrl: '/media/a.jpg',
    thumbnailUrl: null,
    mediaType: 'image',
    mimeType: 'image/jpeg',
    sha256: 'a'.repeat(64),
    bytes: 1,
    width: 1,
    height: 1,
    durationSeconds: null,
    originalName: 'a.jpg',
    altText: null,
  } as const;
  const post = await bench.schedule(mastodon);
  await bench.record(
    post,
    postEvent('PostEdited', {
      postId: post,
      ownerId: 'ana',
      content: 'With a picture',
      ...NO_OPTIONAL_WORDS,
      media: [file],
      aiRepliesEnabled: false,
      perTarget: [],
    }),
  );
  return post;
}

it('fails a post whose file is gone at the due time, and says so', async () => {
  const post = await scheduleWithFile();
  const missingFiles = loseFiles();
  await bench.runDue();
  missingFiles.mockRestore();
  expect(bench.events(post, 3)).toMatchObject([
    {
      type: 'PlatformPublishFailed',
      data: { reason: 'media-lost', variant: 'gone', retryable: false },
    },
  ]);
});

it('shows that a file is damaged in the store, tries again, and publishes when the file is whole', async () => {
  const post = await scheduleWithFile();
  const damagedFiles = loseFiles(damaged);
  await bench.runDue();
  expect(bench.events(post, 3)).toMatchObject([
    {
      type: 'PlatformPublishFailed',
      data: { reason: 'media-lost', variant: 'damaged', retryable: true },
    },
  ]);
  damagedFiles.mockRestore();
  await bench.runDue(60);
  expect(bench.eventTypes(post, 3).at(-1)).toBe('PlatformPublished');
});

it('fails a post whose file stays damaged, and says so', async () => {
  const post = await scheduleWithFile();
  const damagedFiles = loseFiles(damaged);
  const end = bench.clock.time + DAY_MS;
  while (await bench.runNext(end));
  damagedFiles.mockRestore();
  const last = bench.events(post, 3).at(-1);
  expect(last).toMatchObject({
    type: 'PlatformPublishFailed',
    data: { variant: 'damaged', retryable: false },
  });
  const { reason } = last?.data as { reason: string };
  expect(sentenceOf(CHECK_SENTENCES, { code: reason, variant: 'damaged' }, { platform: 'Mastodon' })).toMatch(
    'damaged on this server',
  );
});

it('says that a file stayed damaged when the time limit is over', async () => {
  const post = await scheduleWithFile();
  const damagedFiles = loseFiles(damaged);
  await bench.runDue();
  await bench.runDue(DAY_MS / 1000);
  damagedFiles.mockRestore();
  expect(bench.events(post, 3).at(-1)).toMatchObject({
    type: 'PlatformPublishFailed',
    data: { reason: 'gave-up', variant: 'damaged', retryable: false },
  });
  expect(sentenceOf(CHECK_SENTENCES, { code: 'gave-up', variant: 'damaged' }, {})).toMatch(
    'damaged on this server',
  );
});

it('keeps a post waiting while the folder of the media is not mounted, and publishes it afterwards', async () => {
  const post = await scheduleWithFile();
  const away = new MediaStoreUnavailable('it is not mounted', 'The media folder');
  const unmounted = loseFiles(away);
  const [claimed] = await bench.claim();
  if (!claimed) throw new Error('nothing is due');
  await expect(bench.run(claimed)).rejects.toBe(away);
  await bench.rows.putBack(claimed.row, 0);
  expect(bench.events(post, 3)).toEqual([]);
  unmounted.mockRestore();
  await bench.runDue();
  expect(bench.eventTypes(post, 3).at(-1)).toBe('PlatformPublished');
});

it('looks up a post whose files are deleted', async () => {
  bench.platform.answers.push('drop-after-accept');
  const post = await scheduleWithFile();
  await bench.runDue();
  const missingFiles = loseFiles();
  await bench.runDue(2);
  missingFiles.mockRestore();
  expect(bench.events(post, 3).at(-1)).toMatchObject({
    type: 'PlatformPublished',
    data: { evidence: 'look-up' },
  });
});

it('fails an accepted post when the platform could not finish it', async () => {
  bench.platform.answers.push({ kind: 'accepted', handle: 'h1' });
  bench.platform.lookUps.push({ kind: 'pending' }, mediaRejected);
  const post = await bench.schedule(mastodon);
  await bench.runDue();
  await bench.runDue(5);
  expect(bench.eventTypes(post, 3).at(-1)).toBe('PublishAccepted');
  expect(await bench.runDue(9)).toBe(0);
  await bench.runDue(1);
  expect(bench.events(post, 3).at(-1)).toMatchObject({
    type: 'PlatformPublishFailed',
    data: { reason: 'media-rejected', retryable: false },
  });
});
