import { createHash, randomUUID } from 'node:crypto';
import { AmbiguousError, type JsonObject } from '@posthorn/event-sourcing/event-store';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import type { Publication as Outgoing } from '#modules/integrations/public.ts';
import { Injectable, Logger } from '@nestjs/common';
import type { NotStartedReason } from '../domain/publication-events.ts';
import { publicationId, publicationStream, type Publication } from '../domain/publication.ts';
import type { Circumstances } from '../domain/circumstances.ts';
import { notStarted } from '../domain/publishing-outcome.ts';
import { startAttempt } from '../domain/publishing-rules.ts';
import type { Lease } from '#infrastructure/effects/lease.ts';
import { DatabaseClock } from '#infrastructure/effects/database-clock.ts';
import { DueRows, type DueRow } from './due-rows.ts';
import { CrashPoints } from '#infrastructure/effects/crash-points.ts';
import type { Now } from './now.ts';
import { retryTransient } from '#infrastructure/effects/retry-transient.ts';

/**
 * An attempt whose call may be made now and has so many milliseconds left, `lateBy` after its due time when it is the first
 * one; or what became of it when it may not.
 */
export type Armed =
  | Readonly<{ kind: 'armed'; attemptId: string; left: number; lateBy: number | null }>
  | Readonly<{ kind: 'not-started'; publication: Publication }>;

/** The fact before the call. Whoever stored one and does not call says so, because nobody else can know. */
@Injectable()
export class Intents {
  readonly #logger = new Logger('Publishing');

  constructor(
    private readonly writer: StreamWriter,
    private readonly rows: DueRows,
    private readonly clock: DatabaseClock,
    private readonly crash: CrashPoints,
  ) {}

  /** @throws PublishingIsElsewhere, ConcurrencyError when another worker owns the target, and errors of the event log */
  async arm(
    target: Lease<DueRow>,
    outgoing: Outgoing,
    refs: JsonObject,
    now: Now,
    over: AbortSignal,
  ): Promise<Armed> {
    const attemptId = randomUUID();
    const c = await now();
    const armed = performance.now();
    const { contentHash } = outgoing;
    const intent = { attemptId, contentHash, refs, fingerprint: fingerprint(contentHash, refs) };
    const giveUp = (reason: NotStartedReason): Promise<Publication> =>
      this.giveUp(outgoing, attemptId, reason, now, over);
    this.crash.reached('before-intent');
    const { state: started } = await this.writer
      .decide(
        publicationStream,
        publicationId(outgoing.postId, outgoing.accountId),
        (publication) => startAttempt(publication, intent, c),
        { repeatable: false },
      )
      .catch(async (error: unknown) => {
        // It may be stored all the same, and no call follows it.
        if (error instanceof AmbiguousError) await giveUp('out-of-reach');
        throw error;
      });
    this.crash.reached('intent');
    const reason = await this.#whyNot(target, started, armed, c);
    if (reason !== null) return { kind: 'not-started', publication: await giveUp(reason) };
    const passed = performance.now() - armed;
    const isFirst = started.attempt?.number === 1;
    const lateBy = isFirst ? c.now.getTime() + passed - Date.parse(c.due) : null;
    return { kind: 'armed', attemptId, left: c.times.callWithin - passed, lateBy };
  }

  /**
   * Says that the call of a stored intent was not made.
   * @returns the publication, which is tried again
   */
  async giveUp(
    { postId, accountId }: Outgoing,
    attemptId: string,
    reason: NotStartedReason,
    now: Now,
    over: AbortSignal,
  ): Promise<Publication> {
    const later = await retryTransient(now, over);
    const decide = () =>
      this.writer.decide(publicationStream, publicationId(postId, accountId), (publication) =>
        notStarted(publication, attemptId, reason, later),
      );
    return (await retryTransient(decide, over)).state;
  }

  /** The last look before the only step that cannot be taken back, against the lease and two clocks. */
  async #whyNot(
    target: Lease<DueRow>,
    { attempt }: Publication,
    armed: number,
    c: Circumstances,
  ): Promise<NotStartedReason | null> {
    try {
      const isHeld = attempt !== null && (await this.rows.hold(target.row));
      const isInTime = isHeld && (await this.clock.now()).getTime() < Date.parse(attempt.startBy);
      if (target.lost || !isHeld) return 'lease-lost';
      return isInTime && performance.now() - armed < c.times.startWithin ? null : 'too-late';
    } catch (error) {
      this.#logger.warn({ msg: 'An attempt was not started', postId: target.row.postId, err: error });
      return 'out-of-reach';
    }
  }
}

const fingerprint = (contentHash: string, refs: JsonObject): string =>
  createHash('sha256')
    .update(`${contentHash}\n${JSON.stringify(refs)}`)
    .digest('hex');
