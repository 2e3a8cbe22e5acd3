import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#infrastructure/clock.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { commentStream } from '../../domain/comment/comment.ts';
import { markReadIfNew } from '../../domain/comment/marking.ts';
import { commentList } from '../../read-models/comments/comment-list.projection.ts';
import { CommentPages } from '../../read-models/comments/comment-pages.ts';

/** Marks new comments of this user as read, and ignores all others. Returns how many comments were marked. */
export class MarkManyRead extends Command<number> {
  constructor(
    readonly userId: string,
    readonly ids: readonly number[],
  ) {
    super();
  }
}

/** The number of streams to which the command appends in parallel. */
const PARALLEL = 10;

@CommandHandler(MarkManyRead)
export class MarkManyReadHandler implements ICommandHandler<MarkManyRead> {
  constructor(
    private readonly pages: CommentPages,
    private readonly gate: ReadGate,
    private readonly writer: StreamWriter,
    private readonly clock: Clock,
  ) {}

  async execute({ userId, ids }: MarkManyRead): Promise<number> {
    await this.gate.waitFor([commentList.name]);
    const newIds = await this.pages.newAmong(userId, ids);
    let marked = 0;
    for (let from = 0; from < newIds.length; from += PARALLEL) {
      const marks = newIds.slice(from, from + PARALLEL).map((id) => this.#mark(userId, id));
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
