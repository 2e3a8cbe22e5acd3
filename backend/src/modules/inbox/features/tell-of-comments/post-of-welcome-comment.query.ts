import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { commentStream } from '../../domain/comment/comment.ts';
import { looksOf, unwantedAs } from '../../domain/judging/unwanted.ts';
import { inboxSettingsStream } from '../../domain/settings/inbox-settings.ts';
import { PostOfWelcomeComment } from '../../public.ts';
import { groupKeyOf } from '../../read-models/comment-row.ts';

@QueryHandler(PostOfWelcomeComment)
export class PostOfWelcomeCommentHandler implements IQueryHandler<PostOfWelcomeComment> {
  constructor(private readonly reader: EventReader) {}

  /** From the streams: what hides a comment may still be on its way when its owner is told of it. */
  async execute({ comment }: PostOfWelcomeComment): Promise<string | null> {
    const { ownerId, commentId, text } = comment;
    const { state } = await this.reader.load(commentStream, commentId);
    const { id, seen, status, gone, isExpired, hidden } = state;
    if (!id || !seen || id.ownerId !== ownerId) return null;
    if (status !== 'new' || gone !== null || isExpired || hidden !== null) return null;
    const { state: settings } = await this.reader.load(inboxSettingsStream, ownerId);
    if (settings.blocked.some(({ authorMac }) => authorMac === seen.authorMac)) return null;
    if (unwantedAs(looksOf(text), settings) !== null) return null;
    return groupKeyOf(id.accountId, seen.postRemoteId);
  }
}
