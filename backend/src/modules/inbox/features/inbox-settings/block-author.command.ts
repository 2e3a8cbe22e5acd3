import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { CommentIsGone } from '../../domain/comment/inbox.errors.ts';
import { blockAuthor, inboxSettingsStream, unblockAuthor } from '../../domain/settings/inbox-settings.ts';
import { OwnComments } from '../../read-models/comments/own-comments.ts';

/** Blocks or unblocks the author of a comment. Comments of a blocked author are not listed, not counted and not answered automatically. */
export class BlockAuthor extends Command<void> {
  constructor(
    readonly userId: string,
    readonly commentId: number,
    readonly isBlocked: boolean,
  ) {
    super();
  }
}

@CommandHandler(BlockAuthor)
export class BlockAuthorHandler implements ICommandHandler<BlockAuthor> {
  constructor(
    private readonly comments: OwnComments,
    private readonly writer: StreamWriter,
    private readonly clock: DatabaseClock,
  ) {}

  /** @throws CommentNotFound; CommentIsGone when the comment was never received, or the name of the author to block is erased */
  async execute({ userId, commentId, isBlocked }: BlockAuthor): Promise<void> {
    const { id, comment } = await this.comments.find(userId, commentId);
    const { seen, gone, isExpired } = comment;
    if (!seen) throw new CommentIsGone();
    const { author, authorMac } = seen;
    const now = await this.clock.now();
    const name = author.name ?? author.handle;
    const isUnnamed = gone !== null || isExpired;
    await this.writer.decide(inboxSettingsStream, userId, (state) => {
      if (!isBlocked) return unblockAuthor(state, userId, authorMac, now);
      if (isUnnamed) throw new CommentIsGone();
      return blockAuthor(state, userId, { authorMac, platform: id.platform, name }, now);
    });
  }
}
