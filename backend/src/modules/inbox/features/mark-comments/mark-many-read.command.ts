import type { MarkedComments } from '@posthorn/contracts/inbox/comments.http';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#infrastructure/clock.ts';
import { KeyedQueue } from '#infrastructure/effects/keyed-queue.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { commentStream } from '../../domain/comment/comment.ts';
import { markReadIfNew } from '../../domain/comment/marking.ts';
import {
  cursorOf,
  type CommentFilter,
  type CommentPlace,
} from '../../read-models/comments/comment-filter.ts';
import { commentList } from '../../read-models/comments/comment-list.projection.ts';
import { CommentPages } from '../../read-models/comments/comment-pages.ts';
import { settingsList } from '../../read-models/settings/settings.projection.ts';

/**
 * The next comments of a list: at most `limit`, after a position. `filter`: a list of new comments. `idBelow`: only comments with a smaller
 * number; null: all.
 */
type NextComments = Readonly<{
  filter: CommentFilter;
  after: CommentPlace;
  idBelow: number | null;
  limit: number;
}>;

/** Marks new comments as read, and ignores all others. */
export class MarkManyRead extends Command<MarkedComments> {
  constructor(
    readonly userId: string,
    readonly chosen: NextComments | Readonly<{ ids: readonly number[] }>,
  ) {
    super();
  }
}

/** The number of streams to which the command appends in parallel. */
const PARALLEL = 10;

@CommandHandler(MarkManyRead)
export class MarkManyReadHandler implements ICommandHandler<MarkManyRead> {
  /** Runs the commands of one user one after the other. So a user with many windows gets no more of the server. */
  readonly #queue = new KeyedQueue();

  constructor(
    private readonly pages: CommentPages,
    private readonly gate: ReadGate,
    private readonly writer: StreamWriter,
    private readonly clock: Clock,
  ) {}

  execute({ userId, chosen }: MarkManyRead): Promise<MarkedComments> {
    return this.#queue.run(userId, async () => {
      await this.gate.waitFor([commentList.name, settingsList.name]);
      if ('ids' in chosen) {
        const ids = await this.pages.newAmong(userId, chosen.ids);
        return { marked: await this.#markAll(userId, ids), next: null };
      }
      const { filter, after, idBelow, limit } = chosen;
      const places = await this.pages.places(userId, filter, { after, idBelow }, limit);
      const marked = await this.#markAll(
        userId,
        places.map(({ commentId }) => commentId),
      );
      const last = places.length < limit ? undefined : places.at(-1);
      return { marked, next: last ? cursorOf(last, filter) : null };
    });
  }

  /** Returns how many comments were marked. */
  async #markAll(userId: string, ids: readonly number[]): Promise<number> {
    let marked = 0;
    for (let from = 0; from < ids.length; from += PARALLEL) {
      const marks = ids.slice(from, from + PARALLEL).map((id) => this.#mark(userId, id));
      marked += (await Promise.all(marks)).filter(Boolean).length;
    }
    return marked;
  }

  async #mark(userId: string, commentId: number): Promise<boolean> {
    const { appended } = await this.writer.decide(commentStream, commentId, (comment) =>
      comment.id?.ownerId === userId ? markReadIfNew(comment, comment.id, this.clock.now()) : [],
    );
    return appended.length > 0;
  }
}
