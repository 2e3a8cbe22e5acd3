import type { Postponed, Refused } from '../contract/outcome.ts';
import type { CoverPicture } from '../contract/publication.ts';
import { fitImage, MediaUnusable } from '../kit/images.ts';
import { at, listOf, textOf } from '../kit/json.ts';
import { postponed, refused } from '../kit/outcomes.ts';
import type { YouTubeClient } from './client/client.ts';
import { YOUTUBE_LIMITS } from './limits.ts';

const CALL_MS = 30_000;
const PROCESSING_WAIT_MS = 30_000;

/**
 * Sets the thumbnail of a published video, for 50 units of the daily quota. YouTube refuses thumbnails for a channel without phone
 * verification (developers.google.com/youtube/v3/docs/thumbnails/set). Shorts accept a thumbnail only after processing; reading
 * this state costs one unit.
 * @returns null when the thumbnail is set
 * @throws TokenRefused, YouTubeError, OutgoingError, BreakerOpen
 */
export async function setThumbnail(
  client: YouTubeClient,
  token: string,
  { remoteId, picture }: CoverPicture,
  { now, signal }: Readonly<{ now: Date; signal: AbortSignal }>,
): Promise<Refused | Postponed | null> {
  const query = { part: 'status', id: remoteId };
  const list = await client.send({ token, path: '/youtube/v3/videos', query, request: { signal } });
  const [video] = listOf(at(list.json(), 'items'));
  if (video === undefined) return refused('not-found', null, false);
  if (textOf(at(video, 'status', 'uploadStatus')) === 'uploaded')
    return postponed('processing', null, new Date(now.getTime() + PROCESSING_WAIT_MS));
  try {
    const { imageBytes: bytes, imageTypes: types } = YOUTUBE_LIMITS.media;
    const { body, type } = await fitImage(picture, { bytes, types });
    await client.send({
      token,
      method: 'POST',
      path: '/upload/youtube/v3/thumbnails/set',
      query: { videoId: remoteId, uploadType: 'media' },
      headers: { 'content-type': type },
      request: { body, signal, timeoutMs: CALL_MS },
    });
    return null;
  } catch (error) {
    if (error instanceof MediaUnusable) return refused('media-lost', null, error.isTemporary);
    throw error;
  }
}
