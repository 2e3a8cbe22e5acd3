import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { refused } from '../../providers/outcomes.ts';
import { Providers } from '../../providers/providers.ts';
import { DeleteRemotePost, type DeleteOutcome } from '../../public.ts';
import { AccountDesk } from './account-desk.ts';

@CommandHandler(DeleteRemotePost)
export class DeleteRemotePostHandler implements ICommandHandler<DeleteRemotePost> {
  constructor(
    private readonly desk: AccountDesk,
    private readonly providers: Providers,
  ) {}

  execute({ target, post, signal }: DeleteRemotePost): Promise<DeleteOutcome> {
    const provider = this.providers.of(target.platform);
    return this.desk.withAccount<DeleteOutcome>(
      target,
      (access) =>
        provider.deletePost
          ? provider.deletePost(access, post, signal)
          : Promise.resolve(refused('cannot-delete', null, false)),
      post,
    );
  }
}
