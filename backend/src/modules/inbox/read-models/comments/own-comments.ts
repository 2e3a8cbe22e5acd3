import { streamName } from '@posthorn/event-sourcing';
import { Injectable } from '@nestjs/common';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { CommentNotFound } from '../../domain/comment/inbox.errors.ts';
import type { CommentEvent } from '../../domain/comment/comment-events.ts';
import type { CommentId } from '../../domain/comment/comment-id.ts';
import { commentStream, type Comment } from '../../domain/comment/comment.ts';
import { CommentPages, type ShownComment } from './comment-pages.ts';
import { foldComment, type CommentRow } from './fold-comment.ts';

/** Finds a comment in the inbox of a user. For all other users, the comment does not exist. */
@Injectable()
export class OwnComments {
  constructor(
    private readonly reader: EventReader,
    private readonly pages: CommentPages,
  ) {}

  /** @throws CommentNotFound */
  async find(userId: string, commentId: number): Promise<Readonly<{ id: CommentId; comment: Comment }>> {
    const { state: comment } = await this.reader.load(commentStream, commentId);
    const { id } = comment;
    if (!id || id.ownerId !== userId || !comment.seen) throw new CommentNotFound();
    return { id, comment };
  }

  /**
   * Returns the row of a comment. Other read models, notices and mails announce a comment, sometimes before the list contains it. Then
   * the row comes from the log, without the text of the post.
   * @throws CommentNotFound
   */
  async shown(userId: string, commentId: number): Promise<ShownComment> {
    const row = (await this.pages.oneOf(userId, commentId)) ?? (await this.#asLogged(userId, commentId));
    if (!row) throw new CommentNotFound();
    return row;
  }

  async #asLogged(userId: string, commentId: number): Promise<ShownComment | undefined> {
    let row: CommentRow | undefined;
    const name = streamName({ category: commentStream.category }, commentId);
    // The stream of a comment contains only comment events.
    for await (const event of this.reader.stream(name)) row = foldComment(row, event as CommentEvent);
    return row?.owner_id === userId ? { ...row, title: null } : undefined;
  }
}
