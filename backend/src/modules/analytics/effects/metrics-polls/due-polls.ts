import { MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { MetricsOfPosts, type MeasuredAccount } from '#modules/integrations/ports/metrics-of-posts.ts';
import { isMilestone, type PollStep } from '../../domain/metrics/ladder.ts';
import {
  MeasuredPublications,
  type NextPoll,
  type PlannedPoll,
} from '../../stores/metrics-polls/measured-publications.ts';
import { dueStep, nextPollAt, type PollPlan } from './next-poll.ts';
import type { PollSettings } from './poll-settings.ts';
import { RecordPolls, type PolledPost } from './record-polls.ts';

/** The maximum number of publications in one turn. Most of them need no call, only a new plan. */
const PUBLICATIONS = 200;

export type DuePoll = Readonly<{ post: PlannedPoll; step: PollStep | null }>;

/**
 * Divides the posts of an account: a poll is due now, or not.
 * @returns `later`: the next poll is later, or there is none (`dueAt` is null)
 */
export function dueAndLater(
  posts: readonly PlannedPoll[],
  plan: PollPlan,
  now: Date,
): Readonly<{ due: DuePoll[]; later: NextPoll[] }> {
  const due: DuePoll[] = [];
  const later: NextPoll[] = [];
  for (const post of posts) {
    const step = dueStep(post, plan, now);
    const dueAt = nextPollAt(post, plan, now);
    if (step !== undefined) due.push({ post, step });
    else later.push({ post, dueAt, checkedAt: null, tries: 0, goneAt: post.goneAt });
  }
  return { due, later };
}

/** Finds the publications of an account that a worker must poll. */
@Injectable()
export class DuePolls {
  constructor(
    private readonly publications: MeasuredPublications,
    private readonly records: RecordPolls,
    private readonly metrics: MetricsOfPosts,
    private readonly clock: DatabaseClock,
  ) {}

  /** Returns the due polls: milestones first, then users' requests. Publications that need no poll now only get a new plan. */
  async duePollsOf({ accountId }: MeasuredAccount, settings: PollSettings): Promise<readonly DuePoll[]> {
    const now = await this.clock.now();
    const posts = await this.publications.due(accountId, PUBLICATIONS);
    const { due, later } = dueAndLater(posts, settings.plan, now);
    await this.publications.plan(later);
    const open = await this.#withoutCached(accountId, due, settings);
    return [...open].sort((one, other) => rankOf(one) - rankOf(other));
  }

  /** Leaves out steps for which the comment inbox has received figures since the step was due. Records these figures as polls. */
  async #withoutCached(
    accountId: number,
    due: readonly DuePoll[],
    settings: PollSettings,
  ): Promise<readonly DuePoll[]> {
    const stepped = due.flatMap(({ post, step }) => (step === null ? [] : [sinceOf(post, step)]));
    if (stepped.length === 0) return due;
    const cached = this.metrics.cachedMetrics(accountId, stepped);
    const byId = new Map(cached.map((each) => [each.remoteId, each]));
    const open: DuePoll[] = [];
    const polled: PolledPost[] = [];
    for (const each of due) {
      const { post, step } = each;
      const found = step === null ? undefined : byId.get(post.remoteId);
      // If the inbox received only some of the metrics, the worker polls all of them.
      if (!found || found.look.missing.some(({ reason }) => reason === 'failed')) open.push(each);
      else
        polled.push({ post, snapshot: found.look, info: { capturedAt: found.seenAt, step, via: 'inbox' } });
    }
    await this.records.record(polled, settings);
    return open;
  }
}

const sinceOf = ({ remoteId, publishedAt }: PlannedPoll, step: PollStep) => ({
  remoteId,
  since: new Date(Date.parse(publishedAt) + step * MINUTE_MS).toISOString(),
});

/** Publications with a lower rank are polled first. */
const rankOf = ({ post, step }: DuePoll): number => (isMilestone(step) ? 0 : post.askedAt === null ? 2 : 1);
