import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { withDeadline } from '#infrastructure/effects/with-deadline.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import {
  CallPlatform,
  PlatformNotCalled,
  PrecheckPublication,
  RestOf,
  type CallOutcome,
  type Postponed,
  type Publication as Outgoing,
} from '#modules/integrations/public.ts';
import { Injectable, Logger } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { PublishingIsElsewhere } from '../domain/publication-errors.ts';
import {
  publicationId,
  publicationStream,
  type Publication,
  type PublicationEvent,
} from '../domain/publication.ts';
import type { Refusal } from '../domain/platform-answers.ts';
import { withNote } from '../domain/notes.ts';
import { failPreparation, settle } from '../domain/publishing-outcome.ts';
import { isSameJson, preparedFor } from '../domain/preparation.ts';
import { giveUpAt, postpone, prepare } from '../domain/publishing-rules.ts';
import { Buckets, type Turn } from './buckets.ts';
import type { Lease } from '#infrastructure/effects/lease.ts';
import { DueRows, type DueRow } from './due-rows.ts';
import { Intents } from './intents.ts';
import { CrashPoints } from '#infrastructure/effects/crash-points.ts';
import type { Now } from './now.ts';
import { Preparation } from './preparation.ts';
import { retryTransient } from '#infrastructure/effects/retry-transient.ts';
import { PublishingMetrics } from './publishing-metrics.ts';

/** The target after this run; `until` where only the row moves; `isRefused` when it came to no call. */
export type Ran = Readonly<{ publication: Publication; until: string | null; isRefused?: true }>;

/** The one reason to wait that concerns more than this target. */
const RATE_LIMIT = 'rate-limit';

/** One try: check, prepare, intent, the one call, outcome. Nothing follows the outcome in here. */
@Injectable()
export class AttemptRunner {
  readonly #logger = new Logger('Publishing');

  constructor(
    private readonly writer: StreamWriter,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly crash: CrashPoints,
    private readonly metrics: PublishingMetrics,
    private readonly preparation: Preparation,
    private readonly buckets: Buckets,
    private readonly intents: Intents,
    private readonly rows: DueRows,
  ) {}

  /** @throws PublishingIsElsewhere, ConcurrencyError when another worker owns the target: nothing was sent by this one */
  async attempt(
    target: Lease<DueRow>,
    outgoing: Outgoing,
    before: Publication,
    now: Now,
    over: AbortSignal,
  ): Promise<Ran> {
    const shutUntil = await this.buckets.shutUntil(outgoing);
    if (shutUntil !== null) return this.#wait(outgoing, shutUntil, now);
    const [problem] = await this.queries.execute(new PrecheckPublication(outgoing));
    if (problem) {
      const { code: reason, message: words } = problem;
      return this.#refuse(outgoing, { kind: 'refused', reason, words, retryable: false }, now);
    }
    const refs = preparedFor(before, outgoing.contentHash);
    let kept = refs;
    const keep = async (refs: JsonObject) => {
      await this.#keep(target, outgoing, { refs, over: kept }, now);
      kept = refs;
    };
    const ready = await this.preparation.run(outgoing, refs, keep);
    if (ready.kind === 'refused') return this.#refuse(outgoing, ready, now);
    if (ready.kind === 'postponed') {
      await this.#heed(outgoing, ready);
      return this.#postpone(outgoing, ready, now);
    }
    await keep(ready.refs);
    this.crash.reached('prepare');
    const rest = await this.queries.execute(new RestOf(outgoing));
    if (rest > 0) return this.#rest(outgoing, rest, now);
    const turn = await this.#turn(outgoing, before, now);
    if (turn !== null) return this.#wait(outgoing, turn, now);
    return this.#callOnce(target, outgoing, ready.refs, now, over);
  }

  /** A turn that comes when the time for trying is over is none. */
  async #turn(outgoing: Outgoing, publication: Publication, now: Now): Promise<Turn> {
    return this.buckets.take(outgoing, new Date(giveUpAt(publication, await now())));
  }

  /** The call would not be made, so no intent says that it will be. */
  async #rest(outgoing: Outgoing, rest: number, now: Now): Promise<Ran> {
    const { now: at } = await now();
    const until = new Date(at.getTime() + rest).toISOString();
    return this.#postpone(outgoing, { reason: 'breaker', words: null, until }, now);
  }

  #wait(outgoing: Outgoing, until: string, now: Now): Promise<Ran> {
    return this.#postpone(outgoing, { reason: RATE_LIMIT, words: null, until }, now);
  }

  async #postpone(
    outgoing: Outgoing,
    wait: Readonly<{ reason: string; words: string | null; until: string }>,
    now: Now,
  ): Promise<Ran> {
    const c = await now();
    const publication = await this.#decide(outgoing, (publication) => postpone(publication, wait, c));
    // A platform may ask for more time than there is.
    const until = Math.min(Date.parse(wait.until), giveUpAt(publication, c));
    return { publication, until: new Date(until).toISOString() };
  }

  /** A platform that asked for a pause gets it from the other posts of this account, or of the app, too. */
  async #heed(outgoing: Outgoing, outcome: CallOutcome | Postponed): Promise<void> {
    if (outcome.kind !== 'postponed' || outcome.reason !== RATE_LIMIT) return;
    try {
      await this.buckets.shut(outgoing, outcome.scope ?? 'account', outcome.until);
    } catch (error) {
      // The others find out for themselves.
      this.#logger.warn({ msg: 'A pause was not noted', platform: outgoing.platform, err: error });
    }
  }

  /** No call was made with what was taken of the platform's budget. */
  async #giveBack(outgoing: Outgoing): Promise<void> {
    try {
      await this.buckets.giveBack(outgoing);
    } catch (error) {
      // The bucket fills up by itself.
      this.#logger.warn({ msg: 'A token was not given back', platform: outgoing.platform, err: error });
    }
  }

  async #callOnce(
    target: Lease<DueRow>,
    outgoing: Outgoing,
    refs: JsonObject,
    now: Now,
    over: AbortSignal,
  ): Promise<Ran> {
    const intent = await this.intents.arm(target, outgoing, refs, now, over).catch(async (error: unknown) => {
      await this.#giveBack(outgoing);
      throw error;
    });
    if (intent.kind === 'not-started') return this.#notStarted(outgoing, intent.publication);
    const { attemptId, left } = intent;
    if (intent.lateBy !== null) this.metrics.late(intent.lateBy);
    const outcome = await this.#call(outgoing, refs, attemptId, left);
    if (outcome === null) {
      const publication = await this.intents.giveUp(outgoing, attemptId, 'out-of-reach', now, over);
      return this.#notStarted(outgoing, publication);
    }
    this.crash.reached('answer');
    this.metrics.attempted(outgoing.platform, outcome.kind);
    const answered = await retryTransient(now, over);
    const lesson = { attemptId, asked: refs, noted: 'noted' in outcome ? outcome.noted : undefined };
    const settled = (current: Publication) => settle(current, attemptId, outcome, answered);
    const publication = await retryTransient(
      () => this.#decide(outgoing, (current) => withNote(current, lesson, settled, answered)),
      over,
    );
    this.crash.reached('outcome');
    await this.#heed(outgoing, outcome);
    return { publication, until: null };
  }

  async #notStarted(outgoing: Outgoing, publication: Publication): Promise<Ran> {
    this.metrics.attempted(outgoing.platform, 'not-started');
    await this.#giveBack(outgoing);
    return { publication, until: null };
  }

  /** At most `within` milliseconds, whatever the connector does with its signal. Null: the call was not made. */
  async #call(
    outgoing: Outgoing,
    refs: JsonObject,
    attemptId: string,
    within: number,
  ): Promise<CallOutcome | null> {
    this.crash.reached('call');
    try {
      return await withDeadline<CallOutcome>(
        within,
        (signal) => this.commands.execute(new CallPlatform(outgoing, refs, attemptId, signal)),
        () => ({ kind: 'unknown', cause: 'timeout', words: null }),
      );
    } catch (error) {
      if (error instanceof PlatformNotCalled) {
        this.#logger.warn({ msg: `Attempt ${attemptId} was not started`, err: error.cause });
        return null;
      }
      // A connector that throws may have sent: only the platform knows.
      this.#logger.error(`Attempt ${attemptId} broke off`, error);
      return { kind: 'unknown', cause: 'unreadable', words: null };
    }
  }

  /** The lease is asked for each time: whoever lost it leaves what others have kept since alone. */
  async #keep(
    target: Lease<DueRow>,
    { postId, accountId, contentHash }: Outgoing,
    preparation: Readonly<{ refs: JsonObject; over: JsonObject | null }>,
    now: Now,
  ): Promise<void> {
    if (isSameJson(preparation.refs, preparation.over)) return;
    if (target.lost || !(await this.rows.hold(target.row))) throw new PublishingIsElsewhere();
    const c = await now();
    await this.#decide({ postId, accountId }, (publication) =>
      prepare(publication, { contentHash, ...preparation }, c),
    );
  }

  async #refuse(outgoing: Outgoing, refusal: Refusal, now: Now): Promise<Ran> {
    const c = await now();
    this.metrics.attempted(outgoing.platform, 'not-prepared');
    const publication = await this.#decide(outgoing, (publication) =>
      failPreparation(publication, refusal, c),
    );
    return { publication, until: null, isRefused: true };
  }

  async #decide(
    { postId, accountId }: Pick<Outgoing, 'postId' | 'accountId'>,
    decision: (publication: Publication) => PublicationEvent[],
  ): Promise<Publication> {
    const id = publicationId(postId, accountId);
    const { state, appended } = await this.writer.decide(publicationStream, id, decision);
    this.metrics.noticed(appended);
    return state;
  }
}
