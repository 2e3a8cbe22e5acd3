import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#infrastructure/clock.ts';
import { mark } from '../../domain/comment/marking.ts';
import { DecidedComments } from '../decided-comments.ts';

/** @throws CommentNotFound for anybody but the owner; AlreadyReplied once it was answered */
export class MarkComment extends Command<CommentView> {
  constructor(
    readonly userId: string,
    readonly commentId: number,
    readonly status: 'read' | 'new',
  ) {
    super();
  }
}

@CommandHandler(MarkComment)
export class MarkCommentHandler implements ICommandHandler<MarkComment> {
  constructor(
    private readonly comments: DecidedComments,
    private readonly clock: Clock,
  ) {}

  execute({ userId, commentId, status }: MarkComment): Promise<CommentView> {
    return this.comments.decide(userId, commentId, (comment, id) =>
      mark(comment, id, status, this.clock.now()),
    );
  }
}
