import type { PublicationReason } from '@posthorn/contracts/shared/publication-reasons';
import { detailsOf } from '@posthorn/contracts/shared/said';
import { isSameJson } from '@posthorn/event-sourcing';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { giveUpAt } from '#infrastructure/effects/attempt/retry-waits.ts';
import type { Postponement, RefusedAttempt } from '#infrastructure/effects/attempt/rules.ts';
import type { Prepared } from '#infrastructure/effects/effect-kind.ts';
import type { Lease } from '#infrastructure/effects/lease.ts';
import { withDeadline } from '#infrastructure/effects/with-deadline.ts';
import type { Loaded } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { ServerCooldowns } from '#modules/integrations/ports/server-cooldowns.ts';
import { PublishRules } from '#modules/integrations/ports/publish-rules.ts';
import {
  Publishing,
  type OutgoingPublication,
  type PrepareOutcome,
} from '#modules/integrations/ports/publishing.ts';
import { Inject, Injectable } from '@nestjs/common';
import type { Post } from '../../domain/post/post.ts';
import { preparedFor } from '../../domain/publication/preparation.ts';
import { PublishingIsElsewhere } from '../../domain/publication/publication-errors.ts';
import { effectOf } from '../../domain/publication/publication-moves.ts';
import { publicationId, publicationStream, type Publication } from '../../domain/publication/publication.ts';
import type { ReadinessProblem } from '../../domain/publication/readiness.ts';
import { storePrepared } from '../../domain/publication/publishing-rules.ts';
import { preparationWithin, type PublishingTimes } from '../../domain/publication/publishing-times.ts';
import { Buckets } from './buckets.ts';
import { DueRows, type DueRow } from './due-rows.ts';
import { lostFile, OutgoingPublications } from './outgoing-publications.ts';
import { PlatformPauses, RATE_LIMIT } from './platform-pauses.ts';
import { PublishingContexts } from './publishing-contexts.ts';
import { TIMES } from '../times.ts';

/** The input of one call. `keptRefs`: the references in the stream when it was last read (`seen`). */
export type Ready = Kept & Readonly<{ outgoing: OutgoingPublication; server: string; refs: JsonObject }>;
type Kept = Readonly<{ keptRefs: JsonObject | null; seen: Loaded<Publication> | undefined }>;
/** Stores references before a call uses them. */
type Keep = (refs: JsonObject) => Promise<Kept>;

/**
 * Does everything before the intent: decides what to send, whether to send it now, and with which references.
 */
@Injectable()
export class Preparation {
  constructor(
    private readonly writer: StreamWriter,
    private readonly publishing: Publishing,
    private readonly rules: PublishRules,
    private readonly cooldowns: ServerCooldowns,
    private readonly outgoing: OutgoingPublications,
    private readonly contexts: PublishingContexts,
    private readonly buckets: Buckets,
    private readonly pauses: PlatformPauses,
    private readonly rows: DueRows,
    @Inject(TIMES) private readonly times: PublishingTimes,
  ) {}

  async run(
    lease: Lease<DueRow>,
    post: Post,
    before: Publication,
    seen?: Loaded<Publication>,
  ): Promise<Prepared<Ready>> {
    const outgoing = await this.outgoing
      .publicationOf(post, lease.row, post.withSuffix)
      .catch((error: unknown) => lostFile(error, lease.row));
    if ('problem' in outgoing) return refusedBy(outgoing.problem, outgoing.retryable);
    const { server } = lease.row;
    const pausedUntil = await this.buckets.pausedUntil({ ...outgoing, server });
    if (pausedUntil !== null) return postponed(RATE_LIMIT, pausedUntil);
    const [problem] = await this.rules.precheck(outgoing);
    if (problem) return refusedBy(problem);
    let kept: Kept = { keptRefs: preparedFor(before, outgoing.contentHash), seen };
    const keep = async (refs: JsonObject): Promise<Kept> =>
      (kept = await this.#storeRefs(lease, post, outgoing, refs, kept));
    try {
      const mayExist = effectOf(before).unclear !== null;
      const prepared = await this.#prepare(
        { ...outgoing, ...(mayExist && { mayExist }) },
        kept.keptRefs,
        keep,
      );
      if (prepared.kind === 'postponed') await this.pauses.afterOutcome(lease.row, prepared);
      if (prepared.kind !== 'prepared') return prepared;
      const { refs } = prepared;
      // References that are not yet stored will be stored with the intent. If no intent follows now, they are
      // stored here.
      const wait = await this.#reasonToWait(lease.row, post, outgoing, before);
      if (wait) await keep(refs);
      return wait ?? { kind: 'ready', ready: { outgoing, server, refs, ...kept } };
    } catch (error) {
      if (error instanceof PublishingIsElsewhere) return { kind: 'elsewhere' };
      throw error;
    }
  }

  /**
   * Prepares with a time limit, so that a hanging connector does not use a slot for ever. This is safe,
   * because a preparation can be repeated. After the limit, the preparation counts as temporarily refused and
   * stores no more references. The next preparation continues from the stored references.
   */
  #prepare(outgoing: OutgoingPublication, refs: JsonObject | null, keep: Keep): Promise<PrepareOutcome> {
    const bytes = outgoing.media.reduce((sum, file) => sum + file.bytes, 0);
    return withDeadline<PrepareOutcome>(
      preparationWithin(bytes, this.times),
      (signal) => {
        const keepInTime = async (refs: JsonObject): Promise<void> => {
          if (signal.aborted) throw new PublishingIsElsewhere();
          await keep(refs);
        };
        return this.publishing.prepare(outgoing, refs, keepInTime, signal);
      },
      () => ({ kind: 'refused', reason: 'preparation-timeout', words: null, retryable: true }),
    );
  }

  /**
   * The last checks before the intent. They come this late so that a call follows nearly every intent. Null:
   * the call may be made now.
   */
  async #reasonToWait(
    row: DueRow,
    post: Post,
    outgoing: OutgoingPublication,
    before: Publication,
  ): Promise<Postponement | null> {
    const cooldownMs = await this.cooldowns.remainingCooldown(outgoing);
    const context = await this.contexts.contextOf(row, post);
    if (cooldownMs > 0)
      return postponed('breaker', new Date(context.now.getTime() + cooldownMs).toISOString());
    // A token that comes after the time limit for attempts is useless.
    const caller = { ...outgoing, server: row.server };
    const until = await this.buckets.take(caller, new Date(giveUpAt(effectOf(before), context)));
    return until === null ? null : postponed(RATE_LIMIT, until);
  }

  /**
   * Stores references. Checks the lease each time: a worker that lost it must not overwrite references of
   * another worker.
   */
  async #storeRefs(
    lease: Lease<DueRow>,
    post: Post,
    { postId, accountId, contentHash }: OutgoingPublication,
    refs: JsonObject,
    { keptRefs, seen }: Kept,
  ): Promise<Kept> {
    if (isSameJson(refs, keptRefs)) return { keptRefs, seen };
    await this.#confirmLease(lease);
    const context = await this.contexts.contextOf(lease.row, post);
    const decided = await this.writer.decide(
      publicationStream,
      publicationId(postId, accountId),
      (publication) => storePrepared(publication, { contentHash, refs, keptRefs }, context),
      seen && { seen },
    );
    return { keptRefs: refs, seen: decided.seen };
  }

  async #confirmLease(lease: Lease<DueRow>): Promise<void> {
    if (lease.lost || !(await this.rows.confirmLease(lease.row))) throw new PublishingIsElsewhere();
  }
}

const refusedBy = (
  { code: reason, message: words, ...details }: ReadinessProblem,
  retryable = false,
): RefusedAttempt => ({
  kind: 'refused',
  reason,
  words,
  retryable,
  ...detailsOf(details),
});

const postponed = (reason: PublicationReason, until: string): Postponement => ({
  kind: 'postponed',
  reason,
  words: null,
  until,
});
