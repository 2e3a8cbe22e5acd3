import { streamName } from '@posthorn/event-sourcing';
import type { Position, StoredEvent } from '@posthorn/event-sourcing/event-store';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { Injectable } from '@nestjs/common';
import { PostNotFound } from '../../domain/post/post-errors.ts';
import { postStream } from '../../domain/post/post.ts';
import { publicationId, publicationStream } from '../../domain/publication/publication.ts';
import type { StoryEvent } from './history-entry.ts';

/** All streams that tell of one post, read from the log itself: read models may be behind, the log is the record. */
@Injectable()
export class PostStory {
  constructor(private readonly reader: EventReader) {}

  /** In log order. @throws PostNotFound for anybody but the owner */
  async of(userId: string, postId: number): Promise<StoryEvent[]> {
    const streams = await this.#streams(userId, postId);
    const events = await Promise.all(streams.map((name) => all(this.reader.stream(name))));
    return (events.flat() as StoryEvent[]).sort(byPosition);
  }

  /** As stored, personal words still locked, so that the hash chain of each stream can be checked. */
  async stored(userId: string, postId: number): Promise<StoredEvent[]> {
    const streams = await this.#streams(userId, postId);
    const events = await Promise.all(streams.map((name) => all(this.reader.stored(name))));
    return events.flat().sort(byPosition);
  }

  async #streams(userId: string, postId: number): Promise<string[]> {
    const { state: post } = await this.reader.load(postStream, postId);
    if (post.status === 'new' || post.ownerId !== userId) throw new PostNotFound();
    const publications = post.targets.map(({ accountId }) =>
      streamName({ category: publicationStream.category }, publicationId(postId, accountId)),
    );
    return [streamName({ category: postStream.category }, postId), ...publications];
  }
}

type Placed = Readonly<{ position: Position }>;
const byPosition = (one: Placed, other: Placed): number => (one.position < other.position ? -1 : 1);

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}
