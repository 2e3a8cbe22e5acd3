import type { NoticeQuote } from '@posthorn/contracts/notifications/notices.http';
import { Injectable } from '@nestjs/common';
import { AccountProblems, type AccountProblem } from '#modules/integrations/ports/account-problems.ts';
import { CommentsToReport } from '#modules/inbox/ports/comments-to-report.ts';
import { TargetFailures, type TargetFailure } from '#modules/scheduling/ports/target-failures.ts';
import type { Notice } from './notices.ts';

/** The current state of a notice. `endsAt`: when the permission of the account ends. */
export type ShownState =
  | Readonly<{ cause: TargetFailure['cause'] | AccountProblem['cause']; endsAt: string | null }>
  | Quoted;
/** The current state of a notice with the details for a mail. Mails never quote comments. */
export type MailedState =
  | (TargetFailure & Readonly<{ postId: number }>)
  | Readonly<{ cause: 'reconnect' }>
  | Readonly<{ cause: 'ending'; endsAt: string }>
  | OfComments;
type OfComments = Readonly<{ cause: 'comments'; count: number }>;
type Quoted = OfComments & Readonly<{ quote: NoticeQuote | null }>;

/**
 * Asks the modules that own the causes whether each cause still holds. The results are in the order of the
 * notices; null: the cause has ended.
 */
@Injectable()
export class NoticeStates {
  constructor(
    private readonly accounts: AccountProblems,
    private readonly targets: TargetFailures,
    private readonly comments: CommentsToReport,
  ) {}

  /** For a list: asks each module only once, for any number of notices. */
  async shown(userId: string, notices: readonly Notice[]): Promise<readonly (ShownState | null)[]> {
    const [comments, targets, accounts] = await Promise.all([
      this.#newComments(userId, notices),
      this.#targets(userId, notices),
      this.#accounts(userId, notices),
    ]);
    return notices.map(({ id }) => comments.get(id) ?? targets.get(id) ?? accounts.get(id) ?? null);
  }

  /**
   * For a mail: reads problems from the streams, which are never stale. The result decides whether the owner
   * gets the mail.
   */
  async mailed(userId: string, notices: readonly Notice[]): Promise<readonly (MailedState | null)[]> {
    const [comments, problems] = await Promise.all([
      this.#newComments(userId, notices),
      Promise.all(notices.map((notice) => this.#problemOf(userId, notice))),
    ]);
    return notices.map(({ id }, at) => comments.get(id) ?? problems[at] ?? null);
  }

  /** Null for notices about comments. */
  async #problemOf(userId: string, { kind, accountId, postId }: Notice): Promise<MailedState | null> {
    switch (kind) {
      case 'postFailed': {
        if (postId === null) return null;
        const problem = await this.targets.failureOf({ postId, accountId, ownerId: userId });
        return problem && { ...problem, postId };
      }
      case 'accountExpiring': {
        const problem = await this.accounts.problemOf(accountId, userId);
        if (!problem) return null;
        const { endsAt } = problem;
        return endsAt === null ? { cause: 'reconnect' } : { cause: 'ending', endsAt };
      }
      case 'newComment':
        return null;
    }
  }

  #targets(userId: string, notices: readonly Notice[]): Promise<StatesById> {
    const requested = notices.flatMap(({ id, kind, accountId, postId }) =>
      kind === 'postFailed' && postId !== null ? [{ id, postId, accountId }] : [],
    );
    return statesById(requested, async () => {
      const causes = await this.targets.causesOf(userId, requested);
      return causes.map((cause) => cause && { cause, endsAt: null });
    });
  }

  #accounts(userId: string, notices: readonly Notice[]): Promise<StatesById> {
    const requested = notices.filter(({ kind }) => kind === 'accountExpiring');
    return statesById(requested, () =>
      this.accounts.problemsOf(
        userId,
        requested.map(({ accountId }) => accountId),
      ),
    );
  }

  #newComments(userId: string, notices: readonly Notice[]): Promise<StatesById<Quoted>> {
    const requested = notices.flatMap(({ id, kind, commentId: since, commentsOf: post }) =>
      kind === 'newComment' && since !== null && post !== null ? [{ id, post, since }] : [],
    );
    return statesById(requested, async () => {
      const found = await this.comments.newUnder(userId, requested);
      return found.map(({ count, newest: quote }) =>
        count > 0 ? { cause: 'comments', count, quote } : null,
      );
    });
  }
}

type StatesById<State = ShownState> = ReadonlyMap<number, State>;

/** The states by notice id, without null states. Calls `ask` only if there are notices. */
async function statesById<State>(
  requested: readonly Readonly<{ id: number }>[],
  ask: () => Promise<readonly (State | null)[]>,
): Promise<StatesById<State>> {
  if (requested.length === 0) return new Map();
  const states = await ask();
  return new Map(
    requested.flatMap(({ id }, at): [number, State][] => {
      const state = states[at];
      return state ? [[id, state]] : [];
    }),
  );
}
