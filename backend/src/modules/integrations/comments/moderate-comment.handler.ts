import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { refused } from '../connectors/outcomes.ts';
import { CommentAccounts } from './comment-accounts.ts';
import { ModerateComment, type ModerationOutcome } from './public.ts';

@CommandHandler(ModerateComment)
export class ModerateCommentHandler implements ICommandHandler<ModerateComment> {
  constructor(private readonly accounts: CommentAccounts) {}

  execute({ account, comment, action, signal }: ModerateComment): Promise<ModerationOutcome> {
    return this.accounts.withAccount<ModerationOutcome>(account, comment, (connector, access) => {
      const notOffered = Promise.resolve(refused('not-allowed', null, false));
      if (action === 'remove') return connector.remove?.(access, comment, signal) ?? notOffered;
      return connector.hide?.(access, comment, action === 'hide', signal) ?? notOffered;
    });
  }
}
