import type { Clock } from '#infrastructure/clock.ts';
import type { AccountAccess } from '../contract/account-access.ts';
import type { CommentConnector, ModerationOutcome } from '../contract/comments.ts';
import type { MetricsOutcome } from '../contract/metrics.ts';
import type { DeleteOutcome, LookUpOutcome, Postponed, Refused, Unknown } from '../contract/outcome.ts';
import { lookUpFailed } from './outcomes.ts';
import type { AsAccount } from './as-account.ts';
import type { Outcomes } from './outcomes-of.ts';

/** For platforms that need no call before the reply, because the response to the reply reports a deleted comment. */
export const withoutPreparation: CommentConnector['prepareReply'] = (_access, { replyId }) =>
  Promise.resolve({ kind: 'prepared', refs: { replyId } });

type Snapshots = Extract<MetricsOutcome, Readonly<{ kind: 'read' }>>['snapshots'];
type Access = Pick<AccountAccess, 'credentials' | 'renew'>;
type Work<Session, Result> = (session: Session) => Promise<Result>;

/**
 * Calls to a platform as one of its accounts. Platform and network errors become outcomes. Methods rethrow the errors that
 * `Outcomes` rethrow.
 */
export class AccountCalls<Session> {
  /** `isGone`: the platform says that the post or comment, or its parent, does not exist. */
  constructor(
    private readonly runAs: AsAccount<Session>,
    private readonly errors: Outcomes,
    private readonly clock: Clock,
    private readonly isGone: (error: unknown) => boolean = () => false,
  ) {}

  /** Runs a step that is safe to repeat. */
  async step<Outcome>(access: Access, work: Work<Session, Outcome>): Promise<Outcome | Refused | Postponed> {
    try {
      return await this.runAs(access, work);
    } catch (error) {
      return this.errors.stepOutcome(error, this.clock.now());
    }
  }

  /** Makes a call that changes data on the platform. `gone`: the outcome if `isGone` is true for the error; absent: the usual outcome. */
  async call<Outcome>(
    access: Access,
    work: Work<Session, Outcome>,
    gone?: Outcome,
  ): Promise<Outcome | Refused | Postponed | Unknown> {
    try {
      return await this.runAs(access, work);
    } catch (error) {
      if (gone !== undefined && this.isGone(error)) return gone;
      return this.errors.callOutcome(error, this.clock.now());
    }
  }

  async lookUp(access: Access, work: Work<Session, LookUpOutcome>): Promise<LookUpOutcome> {
    try {
      return await this.runAs(access, work);
    } catch (error) {
      return lookUpFailed(this.errors.stepOutcome(error, this.clock.now()));
    }
  }

  /** Reads figures of posts. */
  snapshots(access: Access, work: Work<Session, Snapshots>): Promise<MetricsOutcome> {
    return this.step(access, async (session) => ({ kind: 'read', snapshots: await work(session) }));
  }

  /** Hides or removes a comment. A deleted comment counts as hidden and as removed. */
  moderate(access: Access, work: Work<Session, unknown>): Promise<ModerationOutcome> {
    return this.#doneEvenIfGone(access, work, { kind: 'done' });
  }

  /** Deletes a post. A post that no longer exists counts as deleted. */
  delete(access: Access, work: Work<Session, unknown>): Promise<DeleteOutcome> {
    return this.#doneEvenIfGone(access, work, { kind: 'deleted' });
  }

  #doneEvenIfGone<Done>(access: Access, work: Work<Session, unknown>, done: Done) {
    return this.call(access, (session) => work(session).then(() => done), done);
  }
}
