import { streamName } from '@posthorn/event-sourcing';
import type { Position, StoredEvent } from '@posthorn/event-sourcing/event-store';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { ERASED } from '#infrastructure/event-log/personal-field.ts';
import { Injectable } from '@nestjs/common';
import { PostNotFound } from '../../domain/post/post-errors.ts';
import { accountsEver, postStream } from '../../domain/post/post.ts';
import { publicationId, publicationStream } from '../../domain/publication/publication.ts';
import { StepsOfComments, type CommentSteps, type PostOnAccount } from '../../ports/steps-of-comments.ts';
import type { StoryEvent } from './history-entry.ts';

/** All streams of one post, read from the log, because read models may be late. The inbox knows which comments are under it. */
@Injectable()
export class PostStory {
  constructor(
    private readonly reader: EventReader,
    private readonly comments: StepsOfComments,
  ) {}

  /**
   * In log order, without comments.
   * @throws PostNotFound for every user but the owner
   */
  async eventsOf(userId: string, postId: number): Promise<StoryEvent[]> {
    const streams = await this.streams(userId, postId);
    const events = await Promise.all(streams.map((name) => all(this.reader.stream(name))));
    return (events.flat() as StoryEvent[]).sort(byPosition);
  }

  /** What happened to comments under the post of these events. */
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
   * As stored, comments included, stream by stream, so that the hash chain of each can be checked. Personal texts stay encrypted. One stream is in
   * memory at a time: a post may have many thousand comments.
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
   * Names of the streams of a post, without comments.
   * @throws PostNotFound for every user but the owner
   */
  async streams(userId: string, postId: number): Promise<string[]> {
    const { state: post } = await this.reader.load(postStream, postId);
    if (post.status === 'new' || post.ownerId !== userId) throw new PostNotFound();
    const name = streamName({ category: postStream.category }, postId);
    // An account that has left the post may have warned its owner before.
    const publications = accountsEver(await all(this.reader.stream(name))).map((accountId) =>
      streamName({ category: publicationStream.category }, publicationId(postId, accountId)),
    );
    return [name, ...publications];
  }
}

/** The remote ids of the post on its platforms, second copies included. */
function publishedIn(events: readonly StoryEvent[]): PostOnAccount[] {
  return events.flatMap(({ type, data }) => {
    if (type !== 'PlatformPublished' && type !== 'DuplicateDetected') return [];
    const { accountId, remoteId } = data;
    return remoteId === null || remoteId === ERASED ? [] : [{ accountId, remoteId }];
  });
}

type Placed = Readonly<{ position: Position }>;
export const byPosition = (one: Placed, other: Placed): number => (one.position < other.position ? -1 : 1);

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}
