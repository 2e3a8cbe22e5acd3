import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CountNewComments } from '#modules/inbox/public.ts';
import { TroubleOfAccount } from '#modules/integrations/public.ts';
import { TroubleOfTarget } from '#modules/scheduling/public.ts';
import type { Notice } from './notices.ts';

/** What a notice says now. */
export type NoticeState =
  | Readonly<{ cause: 'failed' | 'unknown'; postId: number; content: string | null }>
  | Readonly<{ cause: 'reconnect' }>
  | Readonly<{ cause: 'ending'; endsAt: string }>
  | Readonly<{ cause: 'comments'; count: number }>;

/** Asks the module whose matter a notice is whether it is still so. */
@Injectable()
export class NoticeStates {
  constructor(private readonly queries: QueryBus) {}

  /** Null when it is over. */
  async of(userId: string, notice: Notice): Promise<NoticeState | null> {
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
}
