import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { ConnectedAccounts } from '#modules/integrations/ports/connected-accounts.ts';
import { CommentRules, type CurrentAbilities } from '#modules/integrations/ports/comment-rules.ts';
import { knownComment } from './known-comment.ts';
import { AutoRepliesToCome } from './auto-replies-to-come.ts';
import { CommentPages, type ShownComment } from './comment-pages.ts';
import { commentView } from './comment-view.ts';

/** Builds the views of comments, with the current names of their accounts and what their platforms allow now. */
@Injectable()
export class CommentViews {
  constructor(
    private readonly rules: CommentRules,
    private readonly accounts: ConnectedAccounts,
    private readonly pages: CommentPages,
    private readonly autoReplies: AutoRepliesToCome,
  ) {}

  async viewsOf(ownerId: string, rows: readonly ShownComment[]): Promise<CommentView[]> {
    if (rows.length === 0) return [];
    const ids = [...new Set(rows.map(({ account_id }) => account_id))];
    const abilities = this.#abilities(rows);
    const [names, blocked, autoReplies] = await Promise.all([
      this.accounts.named(ids),
      this.pages.blockedBy(ownerId),
      this.autoReplies.dueTimesOf(ownerId, rows),
    ]);
    const accounts = new Map(names.map((account) => [account.id, account]));
    return rows.flatMap((row) => {
      const can = abilities.get(row.comment_id);
      const account = accounts.get(row.account_id);
      return can
        ? [
            commentView(row, {
              accountName: account?.accountName ?? '',
              isConnected: account?.connected ?? false,
              isBlocked: blocked.has(row.author_mac),
              abilities: can,
              autoReplyAt: autoReplies.get(row.comment_id) ?? null,
            }),
          ]
        : [];
    });
  }

  #abilities(rows: readonly ShownComment[]): ReadonlyMap<number, CurrentAbilities> {
    const found = new Map<number, CurrentAbilities>();
    for (const platform of new Set<Platform>(rows.map((row) => row.platform))) {
      const ofPlatform = rows.filter((row) => row.platform === platform);
      const known = ofPlatform.flatMap(({ state }) => knownComment(state) ?? []);
      const abilities = this.rules.abilitiesOf(platform, known);
      for (const [index, can] of abilities.entries()) found.set(ofPlatform[index]?.comment_id ?? 0, can);
    }
    return found;
  }
}
