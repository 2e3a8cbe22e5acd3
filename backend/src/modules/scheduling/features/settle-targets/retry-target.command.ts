import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AccountConnections } from '#modules/integrations/ports/account-connections.ts';
import {
  AccountIsNotConnected,
  PostCannotBeLookedUp,
  PublishingIsElsewhere,
} from '../../domain/publication/publication-errors.ts';
import { publicationId, publicationStream } from '../../domain/publication/publication.ts';
import { requestRetry } from '../../domain/publication/publishing-rules.ts';
import { LookUpNow } from './look-up-now.ts';
import { PublishingContexts } from '../../effects/publish-post/publishing-contexts.ts';
import { PostAsLogged } from '../../read-models/posts/post-as-logged.ts';
import { OwnTargets } from '../../read-models/targets/own-targets.ts';

/**
 * A person requests to send a failed or cancelled target again, or says that a post with an unknown outcome does not
 * exist. People overlook posts, and a call may arrive late. So on a platform that supports look-ups, or that has accepted
 * the post, a look-up comes first. After the look-up, the same rules apply as without a person, unless this person accepts the risk of a second
 * post. Other targets do not change.
 */
export class RetryTarget extends Command<PostView> {
  constructor(
    readonly userId: string,
    readonly postId: number,
    readonly accountId: number,
    readonly atOwnRisk: boolean,
  ) {
    super();
  }
}

@CommandHandler(RetryTarget)
export class RetryTargetHandler implements ICommandHandler<RetryTarget> {
  constructor(
    private readonly targets: OwnTargets,
    private readonly posts: PostAsLogged,
    private readonly writer: StreamWriter,
    private readonly lookUp: LookUpNow,
    private readonly contexts: PublishingContexts,
    private readonly accounts: AccountConnections,
  ) {}

  /**
   * @throws TargetCannotBeRetried, AccountIsNotConnected, PostCannotBeLookedUp when the look-up failed,
   * PublishingIsElsewhere while the platform still processes the accepted post
   */
  async execute({ userId, postId, accountId, atOwnRisk }: RetryTarget): Promise<PostView> {
    const found = await this.targets.find(userId, postId, accountId);
    const { target, post } = found;
    const context = await this.contexts.contextOf(target, post);
    // Checks first whether the target can be retried, so that the user gets this reason before any other.
    if (found.publication.status !== 'unknown')
      requestRetry(found.publication, { atOwnRisk, isLookedUp: false }, context);
    if ((await this.accounts.connectionOf(accountId, userId)) === 'disconnected')
      throw new AccountIsNotConnected();
    let isLookedUp = false;
    const { status, accepted } = found.publication;
    const hasLookUps = context.rule === 'after-negative-look-up';
    if (status === 'unknown' && (hasLookUps || accepted)) {
      const { publication, answer } = await this.lookUp.ask(found);
      // The look-up found the post, or it proved that the post does not exist, and the next try is already
      // planned.
      if (publication.status !== 'unknown' && publication.status !== 'failed') return this.posts.view(postId);
      if (answer === 'failed') throw new PostCannotBeLookedUp();
      // A request without risk only continues the look-ups.
      if (answer === 'pending' && accepted && (atOwnRisk || !hasLookUps)) throw new PublishingIsElsewhere();
      isLookedUp = publication.status === 'unknown' && (answer === 'absent' || answer === 'pending');
    }
    const contextAfterLookUp = await this.contexts.contextOf(target, post);
    await this.writer.decide(publicationStream, publicationId(postId, accountId), (publication) =>
      requestRetry(publication, { atOwnRisk, isLookedUp }, contextAfterLookUp),
    );
    return this.posts.view(postId);
  }
}
