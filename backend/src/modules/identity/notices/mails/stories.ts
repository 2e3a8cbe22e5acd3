import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { PlatformNameOf } from '#modules/integrations/comments/public.ts';
import { AccountNames, TroubleOfAccount } from '#modules/integrations/public.ts';
import { CountNewComments } from '#modules/inbox/public.ts';
import { TroubleOfTarget } from '#modules/scheduling/public.ts';
import { Notices, type Notice } from '../notices.ts';

/** What a notice says now, on an account called `where`. */
export type Story = Readonly<{ where: string }> &
  (
    | Readonly<{ cause: 'failed' | 'unknown'; postId: number; content: string | null }>
    | Readonly<{ cause: 'reconnect' }>
    | Readonly<{ cause: 'ending'; endsAt: string }>
    | Readonly<{ cause: 'comments'; count: number }>
  );
type Told = Story extends infer One ? (One extends Story ? Omit<One, 'where'> : never) : never;

/** What a mail has to say when it is about to go: of its notices those that nobody has read and that are still true. */
@Injectable()
export class Stories {
  constructor(
    private readonly notices: Notices,
    private readonly queries: QueryBus,
  ) {}

  async of(userId: string, mailId: string): Promise<readonly Story[]> {
    const notices = await this.notices.ofMail(mailId);
    const told = await Promise.all(
      notices.map(async (notice) => ({ notice, story: await this.#storyOf(userId, notice) })),
    );
    const ids = [...new Set(notices.map(({ accountId }) => accountId))];
    const accounts = await this.queries.execute(new AccountNames(ids));
    const names = new Map(
      await Promise.all(
        accounts.map(
          async ({ id, platform, accountName }) => [id, await this.#nameOf(platform, accountName)] as const,
        ),
      ),
    );
    return told.flatMap(({ notice, story }) => {
      const where = names.get(notice.accountId);
      return story && where !== undefined ? [{ ...story, where }] : [];
    });
  }

  async #storyOf(userId: string, notice: Notice): Promise<Told | null> {
    const { kind, accountId, postId, commentId, commentsOf } = notice;
    switch (kind) {
      case 'postFailed': {
        if (postId === null) return null;
        const target = { postId, accountId, ownerId: userId };
        const trouble = await this.queries.execute(new TroubleOfTarget(target));
        return trouble && { ...trouble, postId };
      }
      case 'accountExpiring': {
        const trouble = await this.queries.execute(new TroubleOfAccount(accountId, userId));
        if (!trouble) return null;
        const { endsAt } = trouble;
        return endsAt === null ? { cause: 'reconnect' } : { cause: 'ending', endsAt };
      }
      case 'newComment': {
        if (commentId === null || commentsOf === null) return null;
        const count = await this.queries.execute(new CountNewComments(userId, commentsOf, commentId));
        return count > 0 ? { cause: 'comments', count } : null;
      }
    }
  }

  async #nameOf(platform: Platform, accountName: string): Promise<string> {
    return `${await this.queries.execute(new PlatformNameOf(platform))} (${accountName})`;
  }
}
