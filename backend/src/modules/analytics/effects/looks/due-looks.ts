import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import {
  MetricsOfPosts,
  type MeasuredAccount,
  type MetricsPace,
  type MetricsTerms,
} from '#modules/integrations/ports/metrics-of-posts.ts';
import { isMilestone, type LookStep } from '../../domain/metrics/ladder.ts';
import {
  MeasuredPublications,
  type NextLook,
  type PlannedLook,
} from '../../stores/looks/measured-publications.ts';
import { dueStep, nextLook, type LookPlan } from './next-look.ts';
import { RecordLooks, type Looked } from './record-looks.ts';

const MINUTE = 60_000;
/** The number of publications in one turn. Most of them need no call, only a new plan. */
const PLANNED = 200;

/** `isFree`: calls are neither counted nor charged. `isSeen`: the owner may see figures. */
export type Looking = Readonly<{
  terms: MetricsTerms;
  pace: MetricsPace;
  plan: LookPlan;
  isSeen: boolean;
  isFree: boolean;
}>;
export type Due = Readonly<{ post: PlannedLook; step: LookStep | null }>;

/** Finds the publications of an account about which its platform must be asked. */
@Injectable()
export class DueLooks {
  constructor(
    private readonly publications: MeasuredPublications,
    private readonly records: RecordLooks,
    private readonly metrics: MetricsOfPosts,
    private readonly clock: DatabaseClock,
  ) {}

  /** Plans publications that need no poll, and leaves them out. Milestones come first, then users' requests. */
  async of({ accountId }: MeasuredAccount, looking: Looking): Promise<readonly Due[]> {
    const now = await this.clock.now();
    const due: Due[] = [];
    const early: NextLook[] = [];
    for (const post of await this.publications.due(accountId, PLANNED)) {
      const step = dueStep(post, looking.plan, now);
      const dueAt = nextLook(post, looking.plan, now);
      if (step !== undefined) due.push({ post, step });
      else early.push({ post, dueAt, checkedAt: null, tries: 0, goneAt: post.goneAt });
    }
    await this.publications.plan(early);
    const open = await this.#withoutSeen(accountId, due, looking);
    return [...open].sort((one, other) => rankOf(one) - rankOf(other));
  }

  /** The comment inbox may have received figures since the step was due: then its poll counts. */
  async #withoutSeen(accountId: number, due: readonly Due[], looking: Looking): Promise<readonly Due[]> {
    const stepped = due.flatMap(({ post, step }) => (step === null ? [] : [sinceOf(post, step)]));
    if (stepped.length === 0) return due;
    const seen = this.metrics.seen(accountId, stepped);
    const byId = new Map(seen.map((each) => [each.remoteId, each]));
    const open: Due[] = [];
    const told: Looked[] = [];
    for (const each of due) {
      const { post, step } = each;
      const found = step === null ? undefined : byId.get(post.remoteId);
      // A poll that got only a part is repeated.
      if (!found || found.look.missing.some(({ reason }) => reason === 'failed')) open.push(each);
      else told.push({ post, look: found.look, seenIn: { capturedAt: found.seenAt, step, via: 'inbox' } });
    }
    await this.records.record(told, looking);
    return open;
  }
}

const sinceOf = ({ remoteId, publishedAt }: PlannedLook, step: LookStep) => ({
  remoteId,
  since: new Date(Date.parse(publishedAt) + step * MINUTE).toISOString(),
});

/** The order in which publications are polled. */
const rankOf = ({ post, step }: Due): number => (isMilestone(step) ? 0 : post.askedAt === null ? 2 : 1);
