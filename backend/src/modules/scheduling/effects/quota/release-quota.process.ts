import type { Process } from '#infrastructure/readers/process.ts';
import { postStream, type PostEvent } from '../../domain/post/post.ts';
import type { PublicationEvent } from '../../domain/publication/publication-events.ts';
import { publicationStream } from '../../domain/publication/publication.ts';
import type { PostQuota } from '../../stores/quota/post-quota.ts';

type Handled = (PostEvent | PublicationEvent)['type'];
const ENDS: ReadonlySet<Handled> = new Set([
  'PostCancelled',
  'PostArchived',
  'PlatformPublished',
  'PlatformPublishFailed',
  'PublicationCancelled',
]);
const REOPENS: ReadonlySet<Handled> = new Set(['PostRestored', 'PublishRetryRequested']);

/**
 * Releases the slot of a post (its place in the quota) when the post has ended. Takes a slot again when a person restores or retries
 * the post.
 */
export const releaseQuota = (quota: PostQuota): Process<PostEvent | PublicationEvent> => ({
  name: 'scheduling.release-quota',
  categories: [postStream.category, publicationStream.category],
  types: [...ENDS, ...REOPENS],
  from: 'start',
  // A slot is taken before its post is written. So for an event that ends a post without a slot, there is
  // nothing to release.
  async concerned(events) {
    const ended = events.filter(({ type }) => ENDS.has(type));
    const slots = await quota.slotsOf(new Set(ended.map(({ data }) => data.ownerId)));
    return events.filter(({ type, data }) => REOPENS.has(type) || (ENDS.has(type) && slots.has(data.postId)));
  },
  handle({ type, data: { ownerId, postId } }) {
    return quota.settle(ownerId, postId, REOPENS.has(type));
  },
});
