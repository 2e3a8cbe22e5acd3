import type { StoredEvent } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import {
  StepsOfComments,
  type CommentSteps,
  type PostOnAccount,
} from '#modules/scheduling/ports/steps-of-comments.ts';
import type { CommentEvent } from '../../domain/comment/comment-events.ts';
import { stepsOf } from './comment-step.ts';
import { CommentsOfPost } from './comments-of-post.ts';

/** The maximum number of steps in a history, and of comments whose streams are read. The export contains all. */
const STEPS_MAX = 100;
const COMMENTS_MAX = 500;
/** The number of streams that are read in parallel. */
const PARALLEL = 16;

/** Events that a history of the post leaves out. The history of the comment shows them. */
const NO_STEPS: ReadonlySet<string> = new Set<CommentEvent['type']>([
  'CommentSeenAgain',
  'CommentMarkedRead',
  'CommentMarkedNew',
  'CommentSentimentJudged',
]);

@Injectable()
export class CommentHistory extends StepsOfComments {
  constructor(
    private readonly comments: CommentsOfPost,
    private readonly reader: EventReader,
  ) {
    super();
  }

  async under(ownerId: string, posts: readonly PostOnAccount[], until: Date | null): Promise<CommentSteps> {
    const { names, total } = await this.comments.streams(ownerId, posts, COMMENTS_MAX);
    const stored = (await inBatches(names, (name) => allOf(this.reader.stored(name)))).flat();
    const steps = stored
      .filter(({ type, meta }) => !NO_STEPS.has(type) && (!until || Date.parse(meta.at) <= until.getTime()))
      .sort(byPosition);
    // Decrypts only the streams of steps that the history shows.
    const shown = steps.slice(-STEPS_MAX);
    const streams = await inBatches([...new Set(shown.map(({ stream }) => stream))], (name) =>
      allOf(this.reader.stream(name)),
    );
    const ids = new Set(shown.map(({ id }) => id));
    const newest = streams
      // The streams of comments contain only comment events.
      .flatMap((events) => stepsOf(events as LoggedEvent<CommentEvent>[]))
      .filter(({ id }) => ids.has(id))
      .sort(byPosition);
    return { newest, steps: steps.length, read: names.length, total };
  }

  async streamsUnder(ownerId: string, posts: readonly PostOnAccount[]): Promise<readonly string[]> {
    return (await this.comments.streams(ownerId, posts, null)).names.reverse();
  }
}

const byPosition = (one: Pick<StoredEvent, 'position'>, other: Pick<StoredEvent, 'position'>): number =>
  one.position < other.position ? -1 : 1;

async function inBatches<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += PARALLEL)
    results.push(...(await Promise.all(items.slice(start, start + PARALLEL).map(work))));
  return results;
}

async function allOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}
