import { inTurns } from '@posthorn/batching/in-turns';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { misfitParts, type Problem } from '@posthorn/contracts/integrations/precheck-problem';
import { isLost } from '#infrastructure/media/store/media-store.ts';
import { PublishRules } from '#modules/integrations/ports/publish-rules.ts';
import { Injectable } from '@nestjs/common';
import { accountField, MediaIsUnknown, PostDoesNotFit } from '../../domain/post/post-errors.ts';
import type { PostBody } from '../../domain/post/post.ts';
import { contentFor, mediaFor } from '../../domain/post/target-content.ts';
import { PostFiles } from '../../stores/post-media/post-media.ts';

/** A planned post. `suffix`: whether the owner's plan adds the suffix. */
type Planned = Readonly<{ postId: number; ownerId: string; suffix: boolean; body: PostBody }>;
/** Whether a post fits one account. `text` and `media`: the text and files for this account. */
export type Fit = Readonly<{
  account: AccountView;
  text: string;
  media: Awaited<ReturnType<PostFiles['itemsOf']>>;
  problems: readonly Problem[];
}>;

/** Checks for every selected account, when the post is written, whether the account would accept the post. */
@Injectable()
export class FitCheck {
  constructor(
    private readonly rules: PublishRules,
    private readonly media: PostFiles,
  ) {}

  /** @throws PostDoesNotFit with each account that the post does not fit, and the reason */
  async check(planned: Planned, accounts: readonly AccountView[]): Promise<void> {
    const misfits = (await this.fits(planned, accounts)).filter(({ problems }) => problems.length > 0);
    if (misfits.length === 0) return;
    const byAccount = <Words>(words: (misfit: Fit) => Words) =>
      Object.fromEntries(misfits.map((misfit) => [accountField(misfit.account.id), words(misfit)]));
    throw new PostDoesNotFit(
      byAccount(({ account, problems }) =>
        [`${account.accountName}:`, ...problems.map(({ message }) => message)].join(' '),
      ),
      byAccount(({ account, problems }) => misfitParts(account.accountName, problems)),
    );
  }

  /** @throws MediaIsUnknown when a file of the post is gone or damaged */
  async fits({ postId, ownerId, suffix, body }: Planned, accounts: readonly AccountView[]): Promise<Fit[]> {
    const { title } = body;
    return inTurns(accounts, 1, async (account) => {
      const { id: accountId, platform, limits } = account;
      const { text, options } = contentFor(body, accountId, suffix && limits.promotionalTextAllowed);
      const media = await this.media.itemsOf(ownerId, mediaFor(body, accountId)).catch((error: unknown) => {
        throw isLost(error) ? new MediaIsUnknown() : error;
      });
      const publication = { postId, accountId, ownerId, platform, title, text, options, media };
      const problems = await this.rules.precheck(publication, limits);
      return { account, text, media, problems };
    });
  }
}
