import type { Prepared } from '#infrastructure/effects/effect-kind.ts';
import { isNotThere, MediaStoreUnavailable } from '#infrastructure/media/store/media-store.ts';
import type { EventReader } from '#infrastructure/event-log/event-reader.ts';
import type { ActionNeeds } from '#modules/integrations/ports/remote-posts.ts';
import { postStream } from '../../domain/post/post.ts';
import { coverIn, mediaFor } from '../../domain/post/target-content.ts';
import type { Target } from '../../domain/publication/publication-events.ts';
import type { PostFiles } from '../../stores/post-media/post-media.ts';

/**
 * Loads the picture for the cover.
 * @param remoteId the id of the video on the platform
 * @throws MediaStoreUnavailable
 */
export async function prepareCover(
  remoteId: string,
  { postId, accountId, ownerId }: Pick<Target, 'postId' | 'accountId' | 'ownerId'>,
  { reader, media }: Readonly<{ reader: EventReader; media: PostFiles }>,
): Promise<Prepared<ActionNeeds['cover']>> {
  const { state } = await reader.load(postStream, postId);
  const file = coverIn(mediaFor(state.body, accountId));
  const refused = { kind: 'refused', reason: 'media-lost', words: null } as const;
  try {
    const [picture] = file ? await media.itemsOf(ownerId, [file]) : [];
    return picture ? { kind: 'ready', ready: { remoteId, picture } } : { ...refused, retryable: false };
  } catch (error) {
    // The cover waits, without using up its tries.
    if (error instanceof MediaStoreUnavailable) throw error;
    // A deleted file does not come back. But after any other error, the disk may recover.
    return { ...refused, retryable: !isNotThere(error) };
  }
}
