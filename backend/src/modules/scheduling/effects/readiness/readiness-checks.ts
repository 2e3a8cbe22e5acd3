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
import { OutgoingPublications } from '../publish-post/outgoing-publications.ts';
import { defineLeasedWork } from '#infrastructure/effects/define-leased-work.ts';
import { TIMES } from '../times.ts';
import { READINESS_VIEW } from '../../read-models/readiness/readiness-table.projection.ts';

/** A post that is due soon, at one version. Another version needs another check. */
type DueCheck = Readonly<{ postId: number; version: number; ownerId: string }>;

/** Checks a post, and warns its owner of what would prevent publishing. */
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

  /** @returns milliseconds until the next check; null: the check is done */
  async check(due: DueCheck): Promise<number | null> {
    const { state: post, revision } = await this.reader.load(postStream, due.postId);
    const isWhole = post.status !== 'scheduled' || (await this.#look(due, post, Number(revision)));
    if (!isWhole) return this.times.readinessAgain;
    await this.#note(due);
    return null;
  }

  /** Marks the claimed version as checked. A version that changed since is checked again. */
  async #note({ postId, version }: DueCheck): Promise<void> {
    await this.pool.query({
      name: 'readiness-done',
      text: `update ${READINESS_VIEW} set checked = $2 where post_id = $1`,
      values: [postId, version],
    });
  }

  /** @returns false when a platform could not be asked; problems on the others are recorded */
  async #look({ postId, ownerId }: DueCheck, post: Post, postRevision: number): Promise<boolean> {
    const { scheduledFor } = post;
    const { suffix: withSuffix } = await this.plans.entitlementsOf(ownerId);
    let isWhole = true;
    for (const { accountId, platform } of post.targets) {
      const now = await this.clock.now();
      if (Date.parse(scheduledFor) <= now.getTime()) return true;
      const target: Target = { postId, accountId, ownerId, platform };
      const id = publicationId(postId, accountId);
      const { state } = await this.reader.load(publicationStream, id);
      if (state.status !== 'scheduled') continue;
      const { problems, asked } = await this.#problemsOf(post, target, withSuffix);
      isWhole &&= asked;
      if (problems.length === 0) continue;
      const checked = { target, now, scheduledFor, postRevision, times: this.times };
      await this.writer.decide(publicationStream, id, (publication) => warn(publication, problems, checked));
    }
    return isWhole;
  }

  async #problemsOf(
    post: Post,
    target: Target,
    withSuffix: boolean,
  ): Promise<Readonly<{ problems: readonly ReadinessProblem[]; asked: boolean }>> {
    const outgoing = await this.outgoing.publicationOf(post, target, withSuffix);
    const { problems, asked } = await this.accounts.readinessOf(target, post.scheduledFor);
    const unfit = await this.rules.precheck(outgoing);
    return { problems: [...problems, ...unfit], asked };
  }
}

/** Checks each post once, shortly before it is due, and again while a platform cannot be asked. Publishing handles due posts. */
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
    // The due time belongs to the post.
    keepsDueTime: true,
  },
  cause: ({ postId }) => `check:${String(postId)}`,
  // One owner gets half of them. Checks are not urgent, and platforms count each question.
  slots: 8,
  times: ({ times }) => ({ ...times, tick: times.readinessTick }),
  run: (row, { check }) => check.check(row),
});
