import type { LookUpAnswer } from '#infrastructure/effects/attempt/look-up.ts';
import type { PublicationEvent } from './publication-events.ts';
import type { Copied } from './publication-moves.ts';
import type { Publication } from './publication.ts';
import type { PublishingContext } from './publishing-context.ts';
import { eventAbout } from './event-about.ts';

/**
 * Records the public id of a published post that had only a handle. Returns no event when the look-up must be
 * repeated later.
 */
export function recordPublicId(
  publication: Publication,
  answer: LookUpAnswer<Copied>,
  context: PublishingContext,
): PublicationEvent[] {
  const { awaitsPublicId: publishedAt, remote } = publication;
  if (publishedAt === null || remote?.remoteId == null) return [];
  const now = context.now.toISOString();
  if (answer.kind === 'done' && answer.result.remoteId !== null && !answer.result.awaitsPublicId) {
    const { remoteId, permalink } = answer.result;
    return [
      eventAbout(context, 'PublicIdAssigned', {
        handle: remote.remoteId,
        remoteId,
        permalink,
        publishedAt,
        assignedAt: now,
      }),
    ];
  }
  const isTooLate = context.now.getTime() >= Date.parse(publishedAt) + context.times.publicIdEnd;
  // `refused`: the platform no longer has the post.
  return isTooLate || answer.kind === 'refused'
    ? [eventAbout(context, 'PublicIdSearchEnded', { endedAt: now })]
    : [];
}

/** When to look again: each wait is as long as the time since the publication, within two bounds. ISO. */
export function nextPublicIdLookUp(
  publishedAt: string,
  { now, times }: Pick<PublishingContext, 'now' | 'times'>,
): string {
  const passed = now.getTime() - Date.parse(publishedAt);
  const wait = Math.min(Math.max(passed, times.publicIdAgain), times.longestPublicIdWait);
  return new Date(now.getTime() + wait).toISOString();
}
