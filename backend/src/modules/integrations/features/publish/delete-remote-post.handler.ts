import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { refused } from '../../connectors/outcomes.ts';
import { Connectors } from '../../connectors/connectors.ts';
import { DeleteRemotePost, type DeleteOutcome } from '../../public.ts';
import { UsableAccounts } from './usable-accounts.ts';

@CommandHandler(DeleteRemotePost)
export class DeleteRemotePostHandler implements ICommandHandler<DeleteRemotePost> {
  constructor(
    private readonly accounts: UsableAccounts,
    private readonly connectors: Connectors,
  ) {}

  execute({ target, post, signal }: DeleteRemotePost): Promise<DeleteOutcome> {
    const connector = this.connectors.of(target.platform);
    return this.accounts.withAccount<DeleteOutcome>(
      target,
      (access) =>
        connector.deletePost
          ? connector.deletePost(access, post, signal)
          : Promise.resolve(refused('cannot-delete', null, false)),
      { words: post },
    );
  }
}
