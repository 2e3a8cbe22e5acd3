import { Injectable } from '@nestjs/common';
import { AccountProblems } from '#modules/integrations/ports/account-problems.ts';
import { CommentsToReport } from '#modules/inbox/ports/comments-to-report.ts';
import { TargetFailures } from '#modules/scheduling/ports/target-failures.ts';
import type { Notice } from './notices.ts';

/** The current state of a notice. */
export type NoticeState =
  | Readonly<{ cause: 'failed' | 'unknown'; postId: number; content: string | null }>
  | Readonly<{ cause: 'reconnect' }>
  | Readonly<{ cause: 'ending'; endsAt: string }>
  | Readonly<{ cause: 'comments'; count: number }>;

/** Asks the modules that own the causes whether they still hold. */
@Injectable()
export class NoticeStates {
  constructor(
    private readonly accounts: AccountProblems,
    private readonly targets: TargetFailures,
    private readonly comments: CommentsToReport,
  ) {}

  /** In the order of the notices; null where the cause no longer holds. */
  async of(userId: string, notices: readonly Notice[]): Promise<readonly (NoticeState | null)[]> {
    const [comments, problems] = await Promise.all([
      this.#newComments(userId, notices),
      Promise.all(notices.map((notice) => this.#problemOf(userId, notice))),
    ]);
    return notices.map(({ id }, at) => comments.get(id) ?? problems[at] ?? null);
  }

  /** Read from streams, which the log batches. Null for notices about comments. */
  async #problemOf(userId: string, { kind, accountId, postId }: Notice): Promise<NoticeState | null> {
    switch (kind) {
      case 'postFailed': {
        if (postId === null) return null;
        const trouble = await this.targets.of({ postId, accountId, ownerId: userId });
        return trouble && { ...trouble, postId };
      }
      case 'accountExpiring': {
        const trouble = await this.accounts.problemOf(accountId, userId);
        if (!trouble) return null;
        const { endsAt } = trouble;
        return endsAt === null ? { cause: 'reconnect' } : { cause: 'ending', endsAt };
      }
      case 'newComment':
        return null;
    }
  }

  /** By notice id, with one query to the inbox. */
  async #newComments(userId: string, notices: readonly Notice[]): Promise<ReadonlyMap<number, NoticeState>> {
    const asked = notices.flatMap(({ id, kind, commentId: since, commentsOf: post }) =>
      kind === 'newComment' && since !== null && post !== null ? [{ id, post, since }] : [],
    );
    if (asked.length === 0) return new Map();
    const counts = await this.comments.countNew(userId, asked);
    return new Map(
      asked.flatMap(({ id }, at): [number, NoticeState][] => {
        const count = counts[at] ?? 0;
        return count > 0 ? [[id, { cause: 'comments', count }]] : [];
      }),
    );
  }
}
