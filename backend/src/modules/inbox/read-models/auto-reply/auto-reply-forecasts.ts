import { Injectable } from '@nestjs/common';
import type { DryRunComment } from '../../domain/auto-reply/dry-run.ts';
import type { Switches } from './auto-reply-switches.ts';
import { CommentContext, type CommentWithContext } from './comment-context.ts';

/** The facts by which `dryRun` says what automatic replies would do with comments. */
@Injectable()
export class AutoReplyForecasts {
  constructor(private readonly contexts: CommentContext) {}

  /** As if the posts asked for automatic replies. */
  async forecast(
    comments: readonly CommentWithContext[],
    switches: Switches,
  ): Promise<readonly DryRunComment[]> {
    const connected = await this.#connected(comments);
    const blocked = new Set(switches.blocked.map(({ authorMac }) => authorMac));
    const { isOnHere, mode, isPremium, hasPlanEnded, requireApproval } = switches;
    return comments.map((one) => {
      const { platform, comment, accountId, text, quickAnswers, isBelowOwnReply } = one;
      const { canReply, isAllowedByPlatform } = this.contexts.abilitiesOf(platform, comment);
      return {
        isOnHere,
        mode,
        isPremium,
        hasPlanEnded,
        requireApproval,
        isAskedFor: true,
        comment,
        text,
        accountId,
        quickAnswers,
        isBelowOwnReply,
        canReply,
        isAllowedByPlatform,
        isBlocked: blocked.has(comment.seen?.authorMac ?? ''),
        isConnectedHere: connected.has(authorOf(one)),
      };
    });
  }

  async #connected(comments: readonly CommentWithContext[]): Promise<ReadonlySet<string>> {
    const found = await Promise.all(
      [...new Set(comments.map(({ platform }) => platform))].map(async (platform) => {
        const authors = comments
          .filter((one) => one.platform === platform)
          .map((one) => one.comment.seen?.author.remoteId ?? '');
        const here = await this.contexts.connectedHere(platform, [...new Set(authors)]);
        return [...here].map((remoteId) => `${platform} ${remoteId}`);
      }),
    );
    return new Set(found.flat());
  }
}

const authorOf = ({ platform, comment }: CommentWithContext): string =>
  `${platform} ${comment.seen?.author.remoteId ?? ''}`;
