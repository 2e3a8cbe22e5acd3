import { Injectable } from '@nestjs/common';
import type { KnownComment, ModerationOutcome } from '#connectors/contract/comments.ts';
import { refused } from '#connectors/kit/outcomes.ts';
import type { CommentAccount } from '../../../ports/comments-of-accounts.ts';
import { ModerationOnPlatforms } from '../../../ports/moderation-on-platforms.ts';
import { CommentAccounts } from './comment-accounts.ts';

/** Moderates comments through the connectors. */
@Injectable()
export class ModerateComments extends ModerationOnPlatforms {
  constructor(private readonly accounts: CommentAccounts) {
    super();
  }

  override moderate(
    account: CommentAccount,
    comment: KnownComment,
    action: 'hide' | 'unhide' | 'remove',
    signal: AbortSignal,
  ): Promise<ModerationOutcome> {
    return this.accounts.withAccount<ModerationOutcome>(account, comment, (connector, access) => {
      const notOffered = Promise.resolve(refused('not-allowed', null, false));
      if (action === 'remove') return connector.remove?.(access, comment, signal) ?? notOffered;
      return connector.hide?.(access, comment, action === 'hide', signal) ?? notOffered;
    });
  }
}
