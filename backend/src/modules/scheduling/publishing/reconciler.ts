import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import {
  LookUpPublication,
  type LookUpOutcome,
  type Publication as Outgoing,
} from '#modules/integrations/public.ts';
import { Injectable, Logger } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { TargetIsNotUnknown } from '../domain/publication-errors.ts';
import { publicationId, publicationStream, type Publication } from '../domain/publication.ts';
import {
  failedLookUpAgainAt,
  pendingAgainAt,
  pollAgainAt,
  recordLookUp,
} from '../domain/publishing-outcome.ts';
import type { Ran } from './attempt-runner.ts';
import type { Now } from './now.ts';
import { PublishingMetrics } from './publishing-metrics.ts';

/** Connectors end their look-ups by themselves, much sooner; one that does not must not keep a target for ever. */
const LONGEST_LOOK_UP_MS = 120_000;

/** Finds out what became of an attempt whose outcome nobody here knows, by asking the platform. Sends nothing. */
@Injectable()
export class Reconciler {
  readonly #logger = new Logger('Publishing');

  constructor(
    private readonly writer: StreamWriter,
    private readonly queries: QueryBus,
    private readonly metrics: PublishingMetrics,
  ) {}

  /** @throws TargetIsNotUnknown when there is nothing to ask about */
  async lookUp(outgoing: Outgoing, before: Publication, now: Now): Promise<Ran> {
    const { attempt, prepared, accepted, status } = before;
    if (!attempt || (status !== 'unknown' && status !== 'accepted')) throw new TargetIsNotUnknown();
    const refs = { ...prepared?.refs, ...(accepted && { handle: accepted.handle }) };
    const answer = await this.#ask(new LookUpPublication(outgoing, refs, attempt.startedAt));
    this.metrics.lookedUp(outgoing.platform, answer.kind);
    const c = await now();
    const { state } = await this.writer.decide(
      publicationStream,
      publicationId(outgoing.postId, outgoing.accountId),
      (publication) => recordLookUp(publication, attempt.attemptId, answer, c),
    );
    return { publication: state, until: this.#again(state, answer, await now()) };
  }

  /** A look-up that breaks off or never ends proves nothing, as one that fails. */
  async #ask(question: LookUpPublication): Promise<LookUpOutcome> {
    const timer: { handle?: NodeJS.Timeout } = {};
    const late = new Promise<LookUpOutcome>((resolve) => {
      timer.handle = setTimeout(() => {
        resolve({ kind: 'failed', words: null });
      }, LONGEST_LOOK_UP_MS);
    });
    try {
      return await Promise.race([this.queries.execute(question), late]);
    } catch (error) {
      this.#logger.error('A look-up broke off', error);
      return { kind: 'failed', words: null };
    } finally {
      clearTimeout(timer.handle);
    }
  }

  /** Where the answer was no fact, only the row moves. */
  #again(publication: Publication, answer: LookUpOutcome, c: Awaited<ReturnType<Now>>): string | null {
    const { status } = publication;
    if (status === 'accepted') return pollAgainAt(publication, answer.kind === 'pending' ? answer : {}, c);
    if (status !== 'unknown') return null;
    if (answer.kind === 'pending') return pendingAgainAt(publication, answer, c);
    return answer.kind === 'failed' ? failedLookUpAgainAt(publication, answer, c) : null;
  }
}
