import { postText } from '@posthorn/contracts/scheduling/post-text';
import type { Plan } from '@posthorn/contracts/billing/plan';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { PrecheckPublication } from '#modules/integrations/public.ts';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { PostDoesNotFit } from '../../domain/post-errors.ts';
import type { Draft } from '../../domain/post.ts';
import { PostMedia } from '../media/post-media.ts';

type Planned = Readonly<{ postId: number; ownerId: string; plan: Plan; draft: Draft }>;

/** Asks every chosen account whether it would take the post, long before it is due. */
@Injectable()
export class FitCheck {
  constructor(
    private readonly queries: QueryBus,
    private readonly media: PostMedia,
  ) {}

  /** @throws PostDoesNotFit naming each account and why */
  async check({ postId, ownerId, plan, draft }: Planned, accounts: readonly AccountView[]): Promise<void> {
    const media = await this.media.itemsOf(ownerId, draft.media);
    const problems = await Promise.all(
      accounts.map(async ({ id: accountId, platform, accountName, limits }) => {
        const text = postText(draft, plan === 'free' && limits.promotionalTextAllowed);
        const { title } = draft;
        const found = await this.queries.execute(
          new PrecheckPublication({ postId, accountId, ownerId, platform, title, text, media }),
        );
        const why = found.map(({ message }) => message).join(' ');
        return why === '' ? [] : [[`selectedAccountIds.${String(accountId)}`, `${accountName}: ${why}`]];
      }),
    );
    const fields = Object.fromEntries(problems.flat()) as Record<string, string>;
    if (Object.keys(fields).length > 0) throw new PostDoesNotFit(fields);
  }
}
