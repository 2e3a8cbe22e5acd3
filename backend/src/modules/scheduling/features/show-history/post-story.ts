import { streamName } from '@posthorn/event-sourcing';
import type { Position, StoredEvent } from '@posthorn/event-sourcing/event-store';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { ERASED } from '#infrastructure/event-log/personal-field.ts';
import { Injectable } from '@nestjs/common';
import { PostNotFound } from '../../domain/post/post-errors.ts';
import { allAccountIds, postStream } from '../../domain/post/post.ts';
import { publicationId, publicationStream } from '../../domain/publication/publication.ts';
import { StepsOfComments, type CommentSteps, type PostOnAccount } from '../../ports/steps-of-comments.ts';
import type { StoryEvent } from './history-entry.ts';

/**
 * Reads all streams of one post from the log, because read models may be late. The inbox provides the
 * comments under the post.
 */
@Injectable()
export class PostStory {
  constructor(
    private readonly reader: EventReader,
    private readonly comments: StepsOfComments,
  ) {}

  /**
   * The events of a post and its publications in log order, without comments.
   * @throws PostNotFound for every user but the owner
   */
  async eventsOf(userId: string, postId: number): Promise<StoryEvent[]> {
    const streams = await this.streams(userId, postId);
    const events = await Promise.all(streams.map((name) => all(this.reader.stream(name))));
    return (events.flat() as StoryEvent[]).sort(byPosition);
  }

  /** The steps of the comments under the post of these events. */
  async commentsUnder(
    userId: string,
    events: readonly StoryEvent[],
    until: Date | null,
  ): Promise<CommentSteps> {
    const posts = publishedIn(events);
    if (posts.length === 0) return { newest: [], steps: 0, read: 0, total: 0 };
    return this.comments.under(userId, posts, until);
  }

  /**
   * All stored events of a post and its comments, stream by stream. A reader can check the hash chain of each
   * stream. Personal texts stay encrypted. Only one stream is in memory at a time, because a post may have
   * many thousand comments.
   * @throws PostNotFound for every user but the owner
   */
  async stored(userId: string, postId: number): Promise<AsyncIterable<StoredEvent>> {
    const posts = publishedIn(await this.eventsOf(userId, postId));
    const ofComments = posts.length === 0 ? [] : await this.comments.streamsUnder(userId, posts);
    return this.#stored([...(await this.streams(userId, postId)), ...ofComments]);
  }

  async *#stored(streams: readonly string[]): AsyncGenerator<StoredEvent> {
    for (const name of streams) yield* this.reader.stored(name);
  }

  /**
   * The names of the streams of a post, without comments.
   * @throws PostNotFound for every user but the owner
   */
  async streams(userId: string, postId: number): Promise<string[]> {
    const { state: post } = await this.reader.load(postStream, postId);
    if (post.status === 'new' || post.ownerId !== userId) throw new PostNotFound();
    const name = streamName({ category: postStream.category }, postId);
    // Includes accounts that were removed from the post: they may have events, such as warnings.
    const publications = allAccountIds(await all(this.reader.stream(name))).map((accountId) =>
      streamName({ category: publicationStream.category }, publicationId(postId, accountId)),
    );
    return [name, ...publications];
  }
}

/** The remote ids of the post on its platforms, including second copies. */
function publishedIn(events: readonly StoryEvent[]): PostOnAccount[] {
  return events.flatMap(({ type, data }) => {
    if (type !== 'PlatformPublished' && type !== 'PublicIdAssigned' && type !== 'DuplicateDetected')
      return [];
    const { accountId, remoteId } = data;
    return remoteId === null || remoteId === ERASED ? [] : [{ accountId, remoteId }];
  });
}

type WithPosition = Readonly<{ position: Position }>;
export const byPosition = (a: WithPosition, b: WithPosition): number => (a.position < b.position ? -1 : 1);

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}
