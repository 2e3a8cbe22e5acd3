import type { Clock } from '#infrastructure/clock.ts';
import type { AccountAccess } from '../contract/account-access.ts';
import type { CommentConnector, ModerationOutcome } from '../contract/comments.ts';
import type { MetricsOutcome } from '../contract/metrics.ts';
import type { DeleteOutcome, LookUpOutcome, Postponed, Refused, Unknown } from '../contract/outcome.ts';
import { lookUpFailed } from './outcomes.ts';
import type { AsAccount } from './as-account.ts';
import type { Outcomes } from './outcomes-of.ts';

/** For platforms that need no call before the reply: the reply's answer reports a deleted comment. */
export const withoutPreparation: CommentConnector['prepareReply'] = (_access, { replyId }) =>
  Promise.resolve({ kind: 'prepared', refs: { replyId } });

type Snapshots = Extract<MetricsOutcome, Readonly<{ kind: 'read' }>>['snapshots'];
type Access = Pick<AccountAccess, 'credentials' | 'renew'>;
type Work<Session, Result> = (session: Session) => Promise<Result>;

/** Calls to a platform as one of its accounts. Errors of the platform become outcomes; each method throws the errors that `Outcomes` throw. */
export class AccountCalls<Session> {
  /** `isGone`: the platform says that the thing, or its parent, does not exist. */
  constructor(
    private readonly as: AsAccount<Session>,
    private readonly errors: Outcomes,
    private readonly clock: Clock,
    private readonly isGone: (error: unknown) => boolean = () => false,
  ) {}

  /** A step that is safe to repeat. */
  async step<Outcome>(access: Access, work: Work<Session, Outcome>): Promise<Outcome | Refused | Postponed> {
    try {
      return await this.as(access, work);
    } catch (error) {
      return this.errors.stepOutcome(error, this.clock.now());
    }
  }

  /** A call that changes data on the platform. `gone`: the outcome where `isGone` holds; absent: the usual outcome of such an error. */
  async call<Outcome>(
    access: Access,
    work: Work<Session, Outcome>,
    gone?: Outcome,
  ): Promise<Outcome | Refused | Postponed | Unknown> {
    try {
      return await this.as(access, work);
    } catch (error) {
      if (gone !== undefined && this.isGone(error)) return gone;
      return this.errors.callOutcome(error, this.clock.now());
    }
  }

  async lookUp(access: Access, work: Work<Session, LookUpOutcome>): Promise<LookUpOutcome> {
    try {
      return await this.as(access, work);
    } catch (error) {
      return lookUpFailed(this.errors.stepOutcome(error, this.clock.now()));
    }
  }

  /** Reads figures of posts. */
  snapshots(access: Access, work: Work<Session, Snapshots>): Promise<MetricsOutcome> {
    return this.step(access, async (session) => ({ kind: 'read', snapshots: await work(session) }));
  }

  /** Hides or removes a comment. A deleted comment is not visible, so it counts as hidden and as removed. */
  moderate(access: Access, work: Work<Session, unknown>): Promise<ModerationOutcome> {
    return this.#away(access, work, { kind: 'done' });
  }

  /** Deletes a post. A post that no longer exists counts as deleted. */
  delete(access: Access, work: Work<Session, unknown>): Promise<DeleteOutcome> {
    return this.#away(access, work, { kind: 'deleted' });
  }

  #away<Done>(access: Access, work: Work<Session, unknown>, done: Done) {
    return this.call(access, (session) => work(session).then(() => done), done);
  }
}
