import { Injectable } from '@nestjs/common';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { CommentNotFound } from '../../domain/comment/inbox.errors.ts';
import type { CommentId } from '../../domain/comment/comment-id.ts';
import { commentStream, type Comment } from '../../domain/comment/comment.ts';

/** Finds a comment in the inbox of a user. For all other users, the comment does not exist. */
@Injectable()
export class OwnComments {
  constructor(private readonly reader: EventReader) {}

  /** @throws CommentNotFound */
  async find(userId: string, commentId: number): Promise<Readonly<{ id: CommentId; comment: Comment }>> {
    const { state: comment } = await this.reader.load(commentStream, commentId);
    const { id } = comment;
    if (!id || id.ownerId !== userId || !comment.seen) throw new CommentNotFound();
    return { id, comment };
  }
}
