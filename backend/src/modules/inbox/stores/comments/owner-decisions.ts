import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { Injectable } from '@nestjs/common';
import { Clock } from '#infrastructure/clock.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { CommentNotFound } from '../../domain/comment/inbox.errors.ts';
import type { CommentEvent } from '../../domain/comment/comment-events.ts';
import type { CommentId } from '../../domain/comment/comment-id.ts';
import { commentStream, type Comment } from '../../domain/comment/comment.ts';
import { mark } from '../../domain/comment/marking.ts';
import { stopAutoReply } from '../../domain/comment/replying.ts';
import { commentList } from '../../read-models/comments/comment-list.projection.ts';
import { withState } from '../../read-models/comments/fold-comment.ts';
import { CommentViews } from '../../read-models/comments/comment-views.ts';
import { OwnComments } from '../../read-models/comments/own-comments.ts';

/** Decisions of users about comments in their own inboxes. */
@Injectable()
export class OwnerDecisions {
  constructor(
    private readonly writer: StreamWriter,
    private readonly gate: ReadGate,
    private readonly comments: OwnComments,
    private readonly views: CommentViews,
    private readonly clock: Clock,
  ) {}

  /** @throws CommentNotFound for every user but the owner; AlreadyReplied when the comment was answered */
  mark(userId: string, commentId: number, status: 'read' | 'new'): Promise<CommentView> {
    return this.decide(userId, commentId, (comment, id) => mark(comment, id, status, this.clock.now()));
  }

  /** @throws CommentNotFound for every user but the owner; AutoReplyWasSent when an attempt to send the reply has begun */
  stopAutoReply(userId: string, commentId: number): Promise<CommentView> {
    return this.decide(userId, commentId, (comment, id) => stopAutoReply(comment, id, this.clock.now()));
  }

  /**
   * Appends the events of the decision. Returns the comment after the decision, even if the read model is not yet up to date.
   * @throws CommentNotFound for every user but the owner; the errors of the decision
   */
  async decide(
    userId: string,
    commentId: number,
    decision: (comment: Comment, id: CommentId) => readonly CommentEvent[],
  ): Promise<CommentView> {
    const { state } = await this.writer.decide(commentStream, commentId, (comment) => {
      if (comment.id?.ownerId !== userId) throw new CommentNotFound();
      return decision(comment, comment.id);
    });
    await this.gate.waitFor([commentList.name]);
    const row = await this.comments.shown(userId, commentId);
    const [view] = await this.views.viewsOf(userId, [{ ...row, ...withState(row, state) }]);
    return view as CommentView;
  }
}
