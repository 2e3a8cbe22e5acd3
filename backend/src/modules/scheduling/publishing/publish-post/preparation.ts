import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { giveUpAt } from '#infrastructure/effects/attempt/context.ts';
import type { Postponement } from '#infrastructure/effects/attempt/rules.ts';
import type { Prepared } from '#infrastructure/effects/effect-kind.ts';
import type { Lease } from '#infrastructure/effects/lease.ts';
import { withDeadline } from '#infrastructure/effects/with-deadline.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import {
  PrecheckPublication,
  PreparePublication,
  RestOf,
  type PrepareOutcome,
  type Publication as Outgoing,
} from '#modules/integrations/public.ts';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Post } from '../../domain/post/post.ts';
import { isSameJson, preparedFor } from '../../domain/publication/preparation.ts';
import { PublishingIsElsewhere } from '../../domain/publication/publication-errors.ts';
import { effectOf } from '../../domain/publication/publication-moves.ts';
import { publicationId, publicationStream, type Publication } from '../../domain/publication/publication.ts';
import { keepPrepared } from '../../domain/publication/publishing-rules.ts';
import { preparationWithin, type PublishingTimes } from '../../domain/publication/publishing-times.ts';
import { Buckets } from './buckets.ts';
import { DueRows, type DueRow } from './due-rows.ts';
import { OutgoingPublications } from './outgoing-publications.ts';
import { PlatformPauses, RATE_LIMIT } from './platform-pauses.ts';
import { PublishingContexts } from './publishing-contexts.ts';
import { TIMES } from './times.ts';

type Ready = Readonly<{ outgoing: Outgoing; refs: JsonObject }>;

/** Everything before the intent: what is sent, whether it may be sent now, and with which references. */
@Injectable()
export class Preparation {
  constructor(
    private readonly writer: StreamWriter,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly outgoing: OutgoingPublications,
    private readonly contexts: PublishingContexts,
    private readonly buckets: Buckets,
    private readonly pauses: PlatformPauses,
    private readonly rows: DueRows,
    @Inject(TIMES) private readonly times: PublishingTimes,
  ) {}

  async run(lease: Lease<DueRow>, post: Post, before: Publication): Promise<Prepared<Ready>> {
    const outgoing = await this.outgoing.of(post, lease.row, post.withSuffix);
    const shutUntil = await this.buckets.shutUntil(outgoing);
    if (shutUntil !== null) return postponed(RATE_LIMIT, shutUntil);
    const [problem] = await this.queries.execute(new PrecheckPublication(outgoing));
    if (problem) {
      const { code: reason, message: words } = problem;
      return { kind: 'refused', reason, words, retryable: false };
    }
    try {
      const prepared = await this.#prepare(lease, post, outgoing, before);
      if (prepared.kind === 'postponed') await this.pauses.heed(lease.row, prepared);
      return prepared.kind === 'prepared'
        ? await this.#mayCall(lease, post, outgoing, before, prepared.refs)
        : prepared;
    } catch (error) {
      if (error instanceof PublishingIsElsewhere) return { kind: 'elsewhere' };
      throw error;
    }
  }

  /**
   * What is safe to repeat has a bounded time: a connector that hangs must not keep a slot for ever. After it the
   * preparation counts as refused for now, and the next one goes on from what was kept; nothing more is kept by this one.
   */
  async #prepare(
    lease: Lease<DueRow>,
    post: Post,
    outgoing: Outgoing,
    before: Publication,
  ): Promise<PrepareOutcome> {
    const refs = preparedFor(before, outgoing.contentHash);
    let over = refs;
    const keep = async (refs: JsonObject) => {
      await this.#keep(lease, post, outgoing, { refs, over });
      over = refs;
    };
    const bytes = outgoing.media.reduce((sum, file) => sum + file.bytes, 0);
    const prepared = await withDeadline<PrepareOutcome>(
      preparationWithin(bytes, this.times),
      (signal) => {
        const keepInTime = (refs: JsonObject): Promise<void> =>
          signal.aborted ? Promise.reject(new PublishingIsElsewhere()) : keep(refs);
        return this.commands.execute(new PreparePublication(outgoing, refs, keepInTime, signal));
      },
      () => ({ kind: 'refused', reason: 'preparation-timeout', words: null, retryable: true }),
    );
    if (prepared.kind === 'prepared') await keep(prepared.refs);
    return prepared;
  }

  /** The last question before the intent, so that no intent says that a call will be made which will not. */
  async #mayCall(
    { row }: Lease<DueRow>,
    post: Post,
    outgoing: Outgoing,
    before: Publication,
    refs: JsonObject,
  ): Promise<Prepared<Ready>> {
    const rest = await this.queries.execute(new RestOf(outgoing));
    const c = await this.contexts.of(row, post);
    if (rest > 0) return postponed('breaker', new Date(c.now.getTime() + rest).toISOString());
    // A turn that comes when the time for trying is over is none.
    const turn = await this.buckets.take(outgoing, new Date(giveUpAt(effectOf(before), c)));
    return turn === null ? { kind: 'ready', ready: { outgoing, refs } } : postponed(RATE_LIMIT, turn);
  }

  /** The lease is asked for each time: whoever lost it leaves what others have kept since alone. */
  async #keep(
    lease: Lease<DueRow>,
    post: Post,
    { postId, accountId, contentHash }: Outgoing,
    { refs, over }: Readonly<{ refs: JsonObject; over: JsonObject | null }>,
  ): Promise<void> {
    if (isSameJson(refs, over)) return;
    if (lease.lost || !(await this.rows.hold(lease.row))) throw new PublishingIsElsewhere();
    const c = await this.contexts.of(lease.row, post);
    await this.writer.decide(publicationStream, publicationId(postId, accountId), (publication) =>
      keepPrepared(publication, { contentHash, refs, over }, c),
    );
  }
}

const postponed = (reason: string, until: string): Postponement => ({
  ...{ kind: 'postponed', reason, words: null, until },
});
