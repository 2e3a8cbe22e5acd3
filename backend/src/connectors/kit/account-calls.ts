import type { Clock } from '#infrastructure/clock.ts';
import type { AccountAccess } from '../contract/account-access.ts';
import type { CommentConnector, ModerationOutcome } from '../contract/comments.ts';
import type { MetricsOutcome } from '../contract/metrics.ts';
import type { DeleteOutcome, LookUpOutcome, Postponed, Refused, Unknown } from '../contract/outcome.ts';
import { lookUpFailed } from './outcomes.ts';
import type { AsAccount } from './as-account.ts';
import type { Outcomes } from './outcomes-of.ts';

/** Where nothing comes before the call that replies: its answer tells of a comment that is gone. */
export const nothingBefore: CommentConnector['prepareReply'] = (_access, { replyId }) =>
  Promise.resolve({ kind: 'prepared', refs: { replyId } });

type Looks = Extract<MetricsOutcome, Readonly<{ kind: 'read' }>>['looks'];
type Access = Pick<AccountAccess, 'credentials' | 'renew'>;
type Work<Session, Result> = (session: Session) => Promise<Result>;

/** Calls of a platform as one of its accounts: what goes wrong in them becomes an outcome. Each throws as `Outcomes` do. */
export class AccountCalls<Session> {
  /** `isGone`: the platform says that there is no such thing, or nothing that it could stand under. */
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

  /** A call that changes something there. `gone`: what it comes to where `isGone` holds; absent: what such an error always does. */
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

  /** Figures of posts. */
  looks(access: Access, work: Work<Session, Looks>): Promise<MetricsOutcome> {
    return this.step(access, async (session) => ({ kind: 'read', looks: await work(session) }));
  }

  /** Hiding and removing of comments. What is gone shows to nobody: it counts as hidden, and as removed. */
  moderate(access: Access, work: Work<Session, unknown>): Promise<ModerationOutcome> {
    return this.#away(access, work, { kind: 'done' });
  }

  /** Of a post; one that is gone counts as deleted. */
  delete(access: Access, work: Work<Session, unknown>): Promise<DeleteOutcome> {
    return this.#away(access, work, { kind: 'deleted' });
  }

  #away<Done>(access: Access, work: Work<Session, unknown>, done: Done) {
    return this.call(access, (session) => work(session).then(() => done), done);
  }
}
