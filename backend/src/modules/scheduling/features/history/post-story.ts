import { streamName } from '@posthorn/event-sourcing';
import type { StoredEvent } from '@posthorn/event-sourcing/event-store';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import type { LoggedEvent } from '#infrastructure/log/logged-event.ts';
import { Injectable } from '@nestjs/common';
import { PostNotFound } from '../../domain/post-errors.ts';
import { postStream } from '../../domain/post.ts';
import { publicationId, publicationStream } from '../../domain/publication.ts';
import type { StoryEvent } from './history-entry.ts';

/** All streams that tell of one post, read from the log itself: read models may be behind, the log is the record. */
@Injectable()
export class PostStory {
  constructor(private readonly reader: EventReader) {}

  /** In log order. @throws PostNotFound for anybody but the owner */
  async of(userId: string, postId: number): Promise<{ events: StoryEvent[]; accountIds: number[] }> {
    const { accountIds, streams } = await this.#streams(userId, postId);
    const events = await Promise.all(streams.map((name) => all(this.reader.stream(name))));
    return { accountIds, events: (events.flat() as StoryEvent[]).sort(byPosition) };
  }

  /** As stored, personal words still locked, so that the hash chain of each stream can be checked. */
  async stored(userId: string, postId: number): Promise<StoredEvent[]> {
    const { streams } = await this.#streams(userId, postId);
    const events = await Promise.all(streams.map((name) => all(this.reader.stored(name))));
    return events.flat().sort(byPosition);
  }

  async #streams(userId: string, postId: number): Promise<{ accountIds: number[]; streams: string[] }> {
    const { state: post } = await this.reader.load(postStream, postId);
    if (post.status === 'new' || post.ownerId !== userId) throw new PostNotFound();
    const accountIds = post.targets.map(({ accountId }) => accountId);
    const publications = accountIds.map((accountId) =>
      streamName({ category: publicationStream.category }, publicationId(postId, accountId)),
    );
    return { accountIds, streams: [streamName({ category: postStream.category }, postId), ...publications] };
  }
}

const byPosition = (
  one: LoggedEvent | StoredEvent | StoryEvent,
  other: LoggedEvent | StoredEvent | StoryEvent,
): number =>
  one.position < other.position
    ? -1
    : one.position > other.position
      ? 1
      : Number(one.revision - other.revision);

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}
