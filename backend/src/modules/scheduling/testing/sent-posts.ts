import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import type { INestApplication } from '@nestjs/common';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { postStream, startPublishing } from '../domain/post/post.ts';
import { eventAbout } from '../domain/publication/event-about.ts';
import { publicationId, publicationStream } from '../domain/publication/publication.ts';
import type { PublicationEvent } from '../domain/publication/publication-events.ts';
import type { Target } from '../domain/publication/publication-events.ts';

/** The outcome of a post on one account. `limited`: not everyone can see it. `deleted`: the post was published and then deleted. */
export type Outcome = 'posted' | 'limited' | 'failed' | 'deleted';

type Sent = Readonly<{ remoteId: string; publishedAt: string; on: Readonly<Record<number, Outcome>> }>;

/**
 * Records a post as sent, without a platform. `on`: the outcomes by account id. Call this inside a
 * CauseContext.
 */
export async function markSent(
  app: INestApplication,
  { id: postId, scheduledFor }: Pick<PostView, 'id' | 'scheduledFor'>,
  { on, ...sent }: Sent,
): Promise<void> {
  const writer = app.get(StreamWriter);
  const started = { contentHash: 'hash', withSuffix: false, suffixOn: [], now: new Date(scheduledFor) };
  const { state } = await writer.decide(postStream, postId, (post) => startPublishing(post, started));
  for (const { accountId, platform } of state.targets) {
    const target = { postId, accountId, ownerId: state.ownerId, platform };
    await writer.decide(publicationStream, publicationId(postId, accountId), () =>
      eventsOf(target, on[accountId] ?? 'failed', sent),
    );
  }
}

function eventsOf(
  target: Target,
  outcome: Outcome,
  { remoteId, publishedAt }: Omit<Sent, 'on'>,
): PublicationEvent[] {
  if (outcome === 'failed')
    return [
      eventAbout({ target }, 'PlatformPublishFailed', {
        attemptId: null,
        reason: 'rejected',
        words: null,
        retryable: false,
        retryAt: null,
      }),
    ];
  const published = eventAbout({ target }, 'PlatformPublished', {
    attemptId: null,
    remoteId,
    permalink: null,
    evidence: 'answer',
    publishedAt,
    ...(outcome === 'limited' && { limited: true as const }),
  });
  if (outcome !== 'deleted') return [published];
  return [
    published,
    eventAbout({ target }, 'RemoteDeletionRequested', { requestedAt: publishedAt }),
    eventAbout({ target }, 'RemotePostDeleted', { deletedAt: publishedAt }),
  ];
}
