import type { Clock } from '#infrastructure/clock.ts';
import type { AccountAccess } from '../contract/account-access.ts';
import type { ModerationOutcome } from '../contract/comments.ts';
import type { CallOutcome, LookUpOutcome, Postponed, Refused, Unknown } from '../contract/outcome.ts';
import { lookUpFailed } from '../outcomes.ts';

/** What errors of a platform come to. Each throws what is no error of the platform or the network: that is a bug of ours. */
export type CommentErrors = Readonly<{
  /** Of a step that is safe to repeat. */
  step: (error: unknown, now: Date) => Refused | Postponed;
  /** Of a call that changes something there. */
  call: (error: unknown, now: Date) => Refused | Postponed | Unknown;
  /** The platform says that there is no such comment, or nothing that it could stand under. */
  isGone: (error: unknown) => boolean;
}>;

/** Runs `work` as the account, with a token that is good. */
export type AsAccount<Session> = <Result>(
  access: AccountAccess,
  work: (session: Session) => Promise<Result>,
) => Promise<Result>;

/** Calls about comments of a platform that needs a session for each: what goes wrong in them becomes an outcome. */
export class CommentCalls<Session> {
  constructor(
    private readonly as: AsAccount<Session>,
    private readonly errors: CommentErrors,
    private readonly clock: Clock,
  ) {}

  async read<Outcome>(
    access: AccountAccess,
    work: (session: Session) => Promise<Outcome>,
  ): Promise<Outcome | Refused | Postponed> {
    try {
      return await this.as(access, work);
    } catch (error) {
      return this.errors.step(error, this.clock.now());
    }
  }

  /** The irreversible call. */
  async reply(access: AccountAccess, work: (session: Session) => Promise<CallOutcome>): Promise<CallOutcome> {
    try {
      return await this.as(access, work);
    } catch (error) {
      return this.errors.call(error, this.clock.now());
    }
  }

  async lookUp(
    access: AccountAccess,
    work: (session: Session) => Promise<LookUpOutcome>,
  ): Promise<LookUpOutcome> {
    try {
      return await this.as(access, work);
    } catch (error) {
      return lookUpFailed(this.errors.step(error, this.clock.now()));
    }
  }

  /** What is gone shows to nobody: it counts as hidden, and as removed. */
  async moderate(
    access: AccountAccess,
    work: (session: Session) => Promise<unknown>,
  ): Promise<ModerationOutcome> {
    try {
      await this.as(access, work);
      return { kind: 'done' };
    } catch (error) {
      return this.errors.isGone(error) ? { kind: 'done' } : this.errors.call(error, this.clock.now());
    }
  }
}
