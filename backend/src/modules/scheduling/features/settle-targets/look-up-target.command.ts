import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { LookUpNow } from './look-up-now.ts';
import { PostAsLogged } from '../../read-models/posts/post-as-logged.ts';
import { OwnTargets } from '../../read-models/targets/own-targets.ts';

/** Looks up an unknown outcome on the platform immediately. */
export class LookUpTarget extends Command<PostView> {
  constructor(
    readonly userId: string,
    readonly postId: number,
    readonly accountId: number,
  ) {
    super();
  }
}

@CommandHandler(LookUpTarget)
export class LookUpTargetHandler implements ICommandHandler<LookUpTarget> {
  constructor(
    private readonly targets: OwnTargets,
    private readonly posts: PostAsLogged,
    private readonly lookUp: LookUpNow,
  ) {}

  async execute({ userId, postId, accountId }: LookUpTarget): Promise<PostView> {
    await this.lookUp.ask(await this.targets.find(userId, postId, accountId));
    return this.posts.view(postId);
  }
}
