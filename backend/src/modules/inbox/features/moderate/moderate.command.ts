import { PLATFORM_NAMES } from '@posthorn/contracts/shared/platform-names';
import type { ModerationAction } from '@posthorn/contracts/inbox/comments.http';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { CommentRules } from '#modules/integrations/ports/comment-rules.ts';
import { commentStream } from '../../domain/comment/comment.ts';
import { moderate } from '../../domain/comment/moderating.ts';
import { knownComment } from '../../read-models/comments/known-comment.ts';
import { OwnComments } from '../../read-models/comments/own-comments.ts';

/** Hides, shows or removes a comment: in Posthorn immediately, and later on its platform if the API of the platform allows it. */
export class Moderate extends Command<void> {
  constructor(
    readonly userId: string,
    readonly commentId: number,
    readonly action: ModerationAction,
  ) {
    super();
  }
}

@CommandHandler(Moderate)
export class ModerateHandler implements ICommandHandler<Moderate> {
  constructor(
    private readonly comments: OwnComments,
    private readonly writer: StreamWriter,
    private readonly rules: CommentRules,
    private readonly clock: DatabaseClock,
  ) {}

  /** @throws CommentNotFound, CommentIsGone, CommentCannotBeRemoved */
  async execute({ userId, commentId, action }: Moderate): Promise<void> {
    const { id, comment } = await this.comments.find(userId, commentId);
    const known = knownComment(comment);
    const [can] = known ? this.rules.abilitiesOf(id.platform, [known]) : [];
    const platformName = PLATFORM_NAMES[id.platform];
    const means = { hide: can?.hide ?? 'here', remove: can?.remove ?? false, platformName };
    const now = await this.clock.now();
    await this.writer.decide(commentStream, commentId, (current) =>
      moderate(current, id, action, means, now),
    );
  }
}
