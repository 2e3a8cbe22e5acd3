import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import {
  MetricsOfPosts,
  type MeasuredAccount,
  type MetricsPace,
  type MetricsTerms,
} from '#modules/integrations/ports/metrics-of-posts.ts';
import { isMilestone, type LookStep } from '../../domain/metrics/ladder.ts';
import { MeasuredPublications, type PlannedLook } from '../../stores/looks/measured-publications.ts';
import { dueStep, nextLook, type LookPlan } from './next-look.ts';
import { RecordLooks } from './record-looks.ts';

const MINUTE = 60_000;
/** Publications that one turn takes up; most of them need no call in a look at the plan. */
const PLANNED = 200;

/** `isFree`: nobody counts the calls or charges for them. `isSeen`: the owner sees figures. */
export type Looking = Readonly<{
  terms: MetricsTerms;
  pace: MetricsPace;
  plan: LookPlan;
  isSeen: boolean;
  isFree: boolean;
}>;
export type Due = Readonly<{ post: PlannedLook; step: LookStep | null }>;

/** Which publications of an account its platform has to be asked about. */
@Injectable()
export class DueLooks {
  constructor(
    private readonly publications: MeasuredPublications,
    private readonly records: RecordLooks,
    private readonly metrics: MetricsOfPosts,
    private readonly clock: DatabaseClock,
  ) {}

  /** What needs no look is planned and left out. Where not all can be asked about, milestones go first and then wishes. */
  async of({ accountId }: MeasuredAccount, looking: Looking): Promise<readonly Due[]> {
    const now = await this.clock.now();
    const due: Due[] = [];
    for (const post of await this.publications.due(accountId, PLANNED)) {
      const step = dueStep(post, looking.plan, now);
      if (step !== undefined) due.push({ post, step });
      else
        await this.publications.plan(post, {
          dueAt: nextLook(post, looking.plan, now),
          checkedAt: null,
          tries: 0,
          goneAt: post.goneAt,
        });
    }
    const open = await this.#withoutSeen(accountId, due, looking);
    return [...open].sort((one, other) => rankOf(one) - rankOf(other));
  }

  /** Whoever reads comments may have been told of figures since a post came to the age of its step: that look counts. */
  async #withoutSeen(accountId: number, due: readonly Due[], looking: Looking): Promise<readonly Due[]> {
    const stepped = due.flatMap(({ post, step }) => (step === null ? [] : [sinceOf(post, step)]));
    if (stepped.length === 0) return due;
    const seen = this.metrics.seen(accountId, stepped);
    const byId = new Map(seen.map((each) => [each.remoteId, each]));
    const open: Due[] = [];
    for (const each of due) {
      const { post, step } = each;
      const found = step === null ? undefined : byId.get(post.remoteId);
      // One that learned only a part is made anew.
      if (!found || found.look.missing.some(({ reason }) => reason === 'failed')) open.push(each);
      else
        await this.records.record(
          post,
          found.look,
          { capturedAt: found.seenAt, step, via: 'inbox' },
          looking,
        );
    }
    return open;
  }
}

const sinceOf = ({ remoteId, publishedAt }: PlannedLook, step: LookStep) => ({
  remoteId,
  since: new Date(Date.parse(publishedAt) + step * MINUTE).toISOString(),
});

/** In this order they are asked about. */
const rankOf = ({ post, step }: Due): number => (isMilestone(step) ? 0 : post.askedAt === null ? 2 : 1);
