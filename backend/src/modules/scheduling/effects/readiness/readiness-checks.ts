import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { AccountReadiness } from '#modules/integrations/ports/account-readiness.ts';
import { PublishRules } from '#modules/integrations/ports/publish-rules.ts';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { postStream, type Post } from '../../domain/post/post.ts';
import type { Target } from '../../domain/publication/publication-events.ts';
import { publicationId, publicationStream } from '../../domain/publication/publication.ts';
import type { PublishingTimes } from '../../domain/publication/publishing-times.ts';
import { warn, type ReadinessProblem } from '../../domain/publication/readiness.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { lostFile, OutgoingPublications } from '../publish-post/outgoing-publications.ts';
import { defineLeasedWork } from '#infrastructure/effects/define-leased-work.ts';
import { TIMES } from '../times.ts';
import { READINESS_VIEW } from '../../read-models/readiness/readiness-table.projection.ts';

/** A post that is due soon, in one version. Each new version of the post needs a new check. */
type DueCheck = Readonly<{ postId: number; version: number; ownerId: string }>;

/** Checks a post, and warns its owner about problems that would prevent publishing. */
@Injectable()
export class CheckReadiness {
  constructor(
    private readonly pool: Pool,
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly accounts: AccountReadiness,
    private readonly rules: PublishRules,
    private readonly plans: PlanOf,
    private readonly outgoing: OutgoingPublications,
    private readonly clock: DatabaseClock,
    @Inject(TIMES) private readonly times: PublishingTimes,
  ) {}

  /** @returns the milliseconds until the next check; null: the check is complete */
  async check(due: DueCheck): Promise<number | null> {
    const { state: post, revision } = await this.reader.load(postStream, due.postId);
    const isComplete = post.status !== 'scheduled' || (await this.#checkTargets(due, post, Number(revision)));
    if (!isComplete) return this.times.readinessAgain;
    await this.#markChecked(due);
    return null;
  }

  /** Marks this version as checked. If the post has changed since then, its new version will be checked. */
  async #markChecked({ postId, version }: DueCheck): Promise<void> {
    await this.pool.query({
      name: 'readiness-done',
      text: `update ${READINESS_VIEW} set checked = $2 where post_id = $1`,
      values: [postId, version],
    });
  }

  /** Records the problems of each target. @returns false when a platform could not be asked and the post is not due yet */
  async #checkTargets({ postId, ownerId }: DueCheck, post: Post, postRevision: number): Promise<boolean> {
    const { scheduledFor } = post;
    const { suffix: withSuffix } = await this.plans.entitlementsOf(ownerId);
    let isComplete = true;
    for (const { accountId, platform } of post.targets) {
      const now = await this.clock.now();
      if (Date.parse(scheduledFor) <= now.getTime()) return true;
      const target: Target = { postId, accountId, ownerId, platform };
      const id = publicationId(postId, accountId);
      const { state } = await this.reader.load(publicationStream, id);
      if (state.status !== 'scheduled') continue;
      const { problems, asked } = await this.#problemsOf(post, target, withSuffix);
      isComplete &&= asked;
      if (problems.length === 0) continue;
      const checked = { target, now, scheduledFor, postRevision, times: this.times };
      await this.writer.decide(publicationStream, id, (publication) => warn(publication, problems, checked));
    }
    return isComplete;
  }

  async #problemsOf(
    post: Post,
    target: Target,
    withSuffix: boolean,
  ): Promise<Readonly<{ problems: readonly ReadinessProblem[]; asked: boolean }>> {
    const outgoing = await this.outgoing
      .publicationOf(post, target, withSuffix)
      .catch((error: unknown) => lostFile(error, target));
    const { problems, asked } = await this.accounts.readinessOf(target, post.scheduledFor);
    const misfits = 'problem' in outgoing ? [outgoing.problem] : await this.rules.precheck(outgoing);
    return { problems: [...problems, ...misfits], asked };
  }
}

/**
 * Checks each version of a post once, shortly before the post is due. Repeats the check while a platform
 * cannot be asked.
 */
export const ReadinessChecks = defineLeasedWork({
  name: 'readiness',
  loop: 'scheduling.readiness',
  logger: 'Publishing',
  needs: { check: CheckReadiness, times: TIMES },
  rows: {
    table: READINESS_VIEW,
    columns: { postId: 'bigint', version: 'int' },
    key: ['postId'],
    lease: 120_000,
    platform: `''`,
    ripe: ({
      times,
    }) => `due.due_at > now() and due.due_at <= now() + interval '${String(times.readinessAhead)} milliseconds'
      and due.checked is distinct from due.version`,
    // The column `due_at` contains the due time of the post, so a repeated check must not change it.
    keepsDueTime: true,
  },
  cause: ({ postId }) => `check:${String(postId)}`,
  // Few slots, because checks are not urgent and platforms limit the number of requests. One owner gets at
  // most half of the slots.
  slots: 8,
  times: ({ times }) => ({ ...times, tick: times.readinessTick }),
  run: (row, { check }) => check.check(row),
});
