import { Injectable } from '@nestjs/common';
import type { DryRunComment } from '../../domain/auto-reply/dry-run.ts';
import type { Switches } from './auto-reply-switches.ts';
import { CommentContext, type CommentWithContext } from './comment-context.ts';

/** Collects the facts with which `dryRun` predicts what automatic replies do with comments. */
@Injectable()
export class AutoReplyForecasts {
  constructor(private readonly contexts: CommentContext) {}

  /** Returns the facts for each comment. Assumes that the owner requested automatic replies for the posts. */
  async forecast(
    comments: readonly CommentWithContext[],
    switches: Switches,
  ): Promise<readonly DryRunComment[]> {
    const connected = await this.#connected(comments);
    const blocked = new Set(switches.blocked.map(({ authorMac }) => authorMac));
    const { isInstallationOn, mode, isPremium, hasPlanEnded, requireApproval } = switches;
    return comments.map((candidate) => {
      const { platform, comment, accountId, text, quickAnswers, isBelowOwnReply } = candidate;
      const { canReply, isAllowedByPlatform } = this.contexts.abilitiesOf(platform, comment);
      return {
        isInstallationOn,
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
        isAuthorConnected: connected.has(authorOf(candidate)),
      };
    });
  }

  async #connected(comments: readonly CommentWithContext[]): Promise<ReadonlySet<string>> {
    const found = await Promise.all(
      [...new Set(comments.map(({ platform }) => platform))].map(async (platform) => {
        const authors = comments.flatMap(({ platform: of, comment: { seen } }) =>
          of === platform && seen ? [[seen.author.remoteId, seen.author] as const] : [],
        );
        const here = await this.contexts.connectedHere(platform, [...new Map(authors).values()]);
        return [...here].map((remoteId) => `${platform} ${remoteId}`);
      }),
    );
    return new Set(found.flat());
  }
}

const authorOf = ({ platform, comment }: CommentWithContext): string =>
  `${platform} ${comment.seen?.author.remoteId ?? ''}`;
