import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import {
  MetricsOfPosts,
  type MeasuredAccount,
  type MetricsPace,
  type MetricsTerms,
} from '#modules/integrations/ports/metrics-of-posts.ts';
import { isMilestone, type PollStep } from '../../domain/metrics/ladder.ts';
import {
  MeasuredPublications,
  type NextPoll,
  type PlannedPoll,
} from '../../stores/metrics-polls/measured-publications.ts';
import { dueStep, nextPollAt, type PollPlan } from './next-poll.ts';
import { RecordPolls, type PolledPost } from './record-polls.ts';

const MINUTE = 60_000;
/** The number of publications in one turn. Most of them need no call, only a new plan. */
const PLANNED = 200;

/** `isFree`: calls are neither counted nor charged. `isSeen`: the owner may see figures. */
export type PollSettings = Readonly<{
  terms: MetricsTerms;
  pace: MetricsPace;
  plan: PollPlan;
  isSeen: boolean;
  isFree: boolean;
}>;
export type DuePoll = Readonly<{ post: PlannedPoll; step: PollStep | null }>;

/** Finds the publications of an account about which its platform must be asked. */
@Injectable()
export class DuePolls {
  constructor(
    private readonly publications: MeasuredPublications,
    private readonly records: RecordPolls,
    private readonly metrics: MetricsOfPosts,
    private readonly clock: DatabaseClock,
  ) {}

  /** Plans publications that need no poll, and leaves them out. Milestones come first, then users' requests. */
  async duePollsOf({ accountId }: MeasuredAccount, settings: PollSettings): Promise<readonly DuePoll[]> {
    const now = await this.clock.now();
    const due: DuePoll[] = [];
    const early: NextPoll[] = [];
    for (const post of await this.publications.due(accountId, PLANNED)) {
      const step = dueStep(post, settings.plan, now);
      const dueAt = nextPollAt(post, settings.plan, now);
      if (step !== undefined) due.push({ post, step });
      else early.push({ post, dueAt, checkedAt: null, tries: 0, goneAt: post.goneAt });
    }
    await this.publications.plan(early);
    const open = await this.#withoutSeen(accountId, due, settings);
    return [...open].sort((one, other) => rankOf(one) - rankOf(other));
  }

  /** The comment inbox may have received figures since the step was due. Then these figures count as the poll. */
  async #withoutSeen(
    accountId: number,
    due: readonly DuePoll[],
    settings: PollSettings,
  ): Promise<readonly DuePoll[]> {
    const stepped = due.flatMap(({ post, step }) => (step === null ? [] : [sinceOf(post, step)]));
    if (stepped.length === 0) return due;
    const seen = this.metrics.cachedMetrics(accountId, stepped);
    const byId = new Map(seen.map((each) => [each.remoteId, each]));
    const open: DuePoll[] = [];
    const polled: PolledPost[] = [];
    for (const each of due) {
      const { post, step } = each;
      const found = step === null ? undefined : byId.get(post.remoteId);
      // If the inbox received only some of the metrics, the platform is asked for all.
      if (!found || found.look.missing.some(({ reason }) => reason === 'failed')) open.push(each);
      else polled.push({ post, look: found.look, seenIn: { capturedAt: found.seenAt, step, via: 'inbox' } });
    }
    await this.records.record(polled, settings);
    return open;
  }
}

const sinceOf = ({ remoteId, publishedAt }: PlannedPoll, step: PollStep) => ({
  remoteId,
  since: new Date(Date.parse(publishedAt) + step * MINUTE).toISOString(),
});

/** The order in which publications are polled. */
const rankOf = ({ post, step }: DuePoll): number => (isMilestone(step) ? 0 : post.askedAt === null ? 2 : 1);
