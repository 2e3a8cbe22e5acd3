import type { PauseReason } from '@posthorn/contracts/analytics/analytics.http';
import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { Budgets, type Bucket } from '#infrastructure/effects/budgets.ts';
import { hostBucket } from '#infrastructure/effects/host-requests.ts';
import {
  MetricsOfPosts,
  type MeasuredAccount,
  type MetricsOutcome,
} from '#modules/integrations/ports/metrics-of-posts.ts';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { DAY_MS, HOUR_MS } from '@posthorn/contracts/shared/durations';
import type { PollTrigger } from '../../domain/metrics/metrics-events.ts';
import { AnsweredAccounts } from './answered-accounts.ts';
import { DuePolls, type DuePoll } from './due-polls.ts';
import { MetricsBudget, type PollCost } from './metrics-budget.ts';
import { MeasuredAccounts } from '../../stores/metrics-polls/measured-accounts.ts';
import {
  MeasuredPublications,
  type NextPoll,
  type PlannedPoll,
} from '../../stores/metrics-polls/measured-publications.ts';
import { retryPollAt } from './next-poll.ts';
import type { PollSettings } from './poll-settings.ts';
import { RecordPolls, type PolledPost } from './record-polls.ts';

/** The longest wait for the response to one call, in milliseconds. */
const CALL_TIMEOUT = 30_000;
/** The maximum number of calls in one turn, so that one account does not occupy a worker for long. */
const CALLS_MAX = 20;
/** The largest share that one account may use of a limit for all accounts. */
const SHARE_OF_ACCOUNT = 0.25;
/** Milliseconds. The product records the responses that arrive within this time together. */
const RECORD_AFTER = 1_000;
/** The wait after a first failure of an account, and the longest wait after further ones. */
const AFTER_FAILURE = { first: 60_000, most: 6 * HOUR_MS } as const;

/** `server`: the server of the account; empty when the platform has only one server. */
type AtServer = MeasuredAccount & Readonly<{ server: string }>;
type LimitReached = Readonly<{ reason: PauseReason; until: string }>;
/**
 * Results of this turn that are not recorded yet, and the time since which they are collected. `again`: publications without a response,
 * with the time of their next try.
 */
type Unrecorded = { polled: PolledPost[]; again: NextPoll[]; since: number };
const nothingYet = (): Unrecorded => ({ polled: [], again: [], since: performance.now() });

/** Polls the due publications of one account, records the responses, and plans the next polls. */
@Injectable()
export class AccountMetricsPoll {
  constructor(
    private readonly accounts: MeasuredAccounts,
    private readonly answered: AnsweredAccounts,
    private readonly publications: MeasuredPublications,
    private readonly due: DuePolls,
    private readonly records: RecordPolls,
    private readonly budgets: Budgets,
    private readonly budget: MetricsBudget,
    private readonly metrics: MetricsOfPosts,
    private readonly clock: DatabaseClock,
  ) {}

  /** @returns the earliest time of the next poll (ISO) if the account is paused; null: the plans of its publications decide */
  async poll(account: AtServer, settings: PollSettings): Promise<string | null> {
    const batches = batchesOf(await this.due.duePollsOf(account, settings), settings.pace.batch);
    let unrecorded = nothingYet();
    const record = async () => {
      const { polled, again } = unrecorded;
      unrecorded = nothingYet();
      await this.publications.plan(again);
      await this.records.record(polled, settings);
    };
    try {
      for (const [index, batch] of batches.slice(0, CALLS_MAX).entries()) {
        const paid = settings.isFree ? null : await this.#reserve(account, settings, batch.length);
        if (paid && 'reason' in paid) {
          await this.accounts.pause({ accountId: account.accountId, ...paid });
          return paid.until;
        }
        const affordable = paid ? batch.slice(0, paid.reads) : batch;
        const outcome = await this.#pollBatch(account, settings, affordable, paid, unrecorded);
        if (outcome.kind !== 'read') return await this.#noteFailure(account, outcome);
        if (index === 0) await this.answered.noteAnswer(account);
        if (performance.now() - unrecorded.since > RECORD_AFTER) await record();
      }
      return null;
    } finally {
      await record();
    }
  }

  /** Reserves money and calls. @returns the reserved money for as many polls as the budget covers; null: the polls cost nothing; otherwise the limit that is used up */
  async #reserve(
    { platform, accountId, server }: AtServer,
    { terms: { costUsd }, pace: { calls, host } }: PollSettings,
    requested: number,
  ): Promise<PollCost | LimitReached | null> {
    const now = await this.clock.now();
    const paid = costUsd === 0 ? null : await this.#reserveMoney(platform, costUsd, requested, now);
    if (paid && 'reason' in paid) return paid;
    const caller = `metrics:${platform}/${String(accountId)}`;
    const buckets: Bucket[] = host && server !== '' ? [hostBucket(server, host, 1)] : [];
    if (calls) {
      const every = (DAY_MS / calls.perDay) * calls.each;
      buckets.push({
        name: caller,
        every: calls.scope === 'app' ? every / SHARE_OF_ACCOUNT : every,
        span: DAY_MS,
      });
      if (calls.scope === 'app') buckets.push({ name: `metrics:${platform}`, every, span: DAY_MS });
    }
    if (buckets.length > 0) {
      const wait = await this.budgets.take({ caller, buckets, pauses: [] }, now);
      if (wait && paid) await this.budget.giveBack(paid);
      if (wait) return { reason: 'platform', until: wait.at };
    }
    return paid;
  }

  /** Runs before the product takes calls from the platform's limit, so that a poll without money takes none. */
  async #reserveMoney(
    platform: Platform,
    costUsd: number,
    requested: number,
    now: Date,
  ): Promise<PollCost | LimitReached> {
    const paid = await this.budget.take(platform, costUsd, requested);
    const { reads, isUnset, usedUpUntil } = paid;
    if (isUnset) return { reason: 'no-budget', until: new Date(now.getTime() + DAY_MS).toISOString() };
    return reads === 0 && usedUpUntil !== null ? { reason: 'budget', until: usedUpUntil } : paid;
  }

  /** Polls the platform for a batch, and adds the result to `unrecorded`. */
  async #pollBatch(
    account: MeasuredAccount,
    { plan }: PollSettings,
    batch: readonly DuePoll[],
    paid: PollCost | null,
    unrecorded: Unrecorded,
  ): Promise<MetricsOutcome> {
    const posts = batch.map(({ post: { remoteId, permalink, publishedAt } }) => ({
      remoteId,
      permalink,
      publishedAt,
    }));
    // The time before the request: likes that the platform counts during the request then belong to a later poll.
    const capturedAt = (await this.clock.now()).toISOString();
    const outcome = await this.metrics.read(account, posts, AbortSignal.timeout(CALL_TIMEOUT));
    if (paid) await this.budget.settle(paid, outcome);
    if (isPostponed(outcome)) return outcome;
    const now = await this.clock.now();
    for (const { post, step } of batch) {
      const snapshot = outcome.kind === 'read' ? outcome.snapshots.get(post.remoteId) : undefined;
      if (snapshot) unrecorded.polled.push({ post, snapshot, info: { capturedAt, step, via: viaOf(post) } });
      else
        unrecorded.again.push({
          post,
          ...retryPollAt(post, plan, now),
          checkedAt: null,
          goneAt: post.goneAt,
        });
    }
    return outcome;
  }

  async #noteFailure(
    { accountId }: MeasuredAccount,
    outcome: Exclude<MetricsOutcome, { kind: 'read' }>,
  ): Promise<string> {
    const now = (await this.clock.now()).getTime();
    if (outcome.kind === 'refused' && outcome.reason === 'reconnect') {
      const until = new Date(now + DAY_MS).toISOString();
      await this.accounts.pause({ accountId, reason: 'reconnect', until });
      return until;
    }
    if (outcome.kind === 'postponed') {
      await this.accounts.pause({ accountId, reason: 'platform', until: outcome.until });
      return outcome.until;
    }
    const failures = await this.accounts.noteFailure(accountId);
    const wait = Math.min(AFTER_FAILURE.most, AFTER_FAILURE.first * 2 ** Math.max(0, failures - 1));
    const until = new Date(now + wait).toISOString();
    await this.accounts.pause({ accountId, reason: 'platform', until });
    return until;
  }
}

/** True when the next poll waits for the owner, or until a time that the platform returned. Such an outcome does not count as a failed try. */
const isPostponed = (outcome: MetricsOutcome): boolean =>
  outcome.kind === 'postponed' || (outcome.kind === 'refused' && outcome.reason === 'reconnect');

const viaOf = ({ askedAt }: PlannedPoll): PollTrigger => (askedAt === null ? 'schedule' : 'request');

function batchesOf(due: readonly DuePoll[], size: number): readonly (readonly DuePoll[])[] {
  const batches: (readonly DuePoll[])[] = [];
  for (let from = 0; from < due.length; from += size) batches.push(due.slice(from, from + size));
  return batches;
}
