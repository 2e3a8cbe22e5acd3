import { expect, it } from '@jest/globals';
import type { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { MediaStoreUnavailable } from '#infrastructure/media/store/media-store.ts';
import type { PostFiles } from '../../stores/post-media/post-media.ts';
import { prepareCover } from './prepare-cover.ts';

const picture = { mediaUrl: '/media/a.jpg', mediaType: 'image' };
const video = { mediaUrl: '/media/b.mp4', mediaType: 'video' };

/** The result of the preparation when the media store throws this error. */
function prepareWithError(error: Error) {
  const reader = {
    load: () => Promise.resolve({ state: { body: { media: [video, picture], perTarget: [] } } }),
  };
  const media = { itemsOf: () => Promise.reject(error) };
  const given = { reader: reader as unknown as EventReader, media: media as unknown as PostFiles };
  return prepareCover('v1', { postId: 1, accountId: 2, ownerId: 'ana' }, given);
}

it('does not retry a cover whose file is deleted, but retries after a disk error', async () => {
  const refused = { kind: 'refused', reason: 'media-lost' };
  expect(await prepareWithError(Object.assign(new Error('gone'), { code: 'ENOENT' }))).toMatchObject({
    ...refused,
    retryable: false,
  });
  expect(await prepareWithError(Object.assign(new Error('stale'), { code: 'ESTALE' }))).toMatchObject({
    ...refused,
    retryable: true,
  });
});

it('waits with a cover while the storage of files is unavailable', async () => {
  const away = new MediaStoreUnavailable('it is not mounted', 'The media folder');
  await expect(prepareWithError(away)).rejects.toBe(away);
});
