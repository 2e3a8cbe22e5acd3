import { withDeadline } from '#infrastructure/effects/with-deadline.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import {
  LookUpPublication,
  type LookUpOutcome,
  type Publication as Outgoing,
} from '#modules/integrations/public.ts';
import { Injectable, Logger } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { TargetIsNotUnknown } from '../domain/publication-errors.ts';
import type { PublicationEvent } from '../domain/publication-events.ts';
import { publicationId, publicationStream, type Publication } from '../domain/publication.ts';
import { knownCopies } from '../domain/copies.ts';
import { recordDuplicateSearch } from '../domain/duplicate-search.ts';
import { withNote } from '../domain/notes.ts';
import { askAgainAt, recordLookUp } from '../domain/look-up-answers.ts';
import type { Ran } from './attempt-runner.ts';
import type { Now } from './now.ts';
import { PublishingMetrics } from './publishing-metrics.ts';

const CANNOT_TELL: LookUpOutcome = { kind: 'cannot-tell' };
/** Connectors end their look-ups by themselves, much sooner; one that does not must not keep a target for ever. */
const LONGEST_LOOK_UP_MS = 120_000;

/** What an answer of a platform made of a publication. */
export type Asked = Ran & Readonly<{ answer: LookUpOutcome['kind'] }>;

/** Copies of one post that one look finds, at most. */
const MOST_COPIES = 5;

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
  async lookUp(outgoing: Outgoing, before: Publication, now: Now): Promise<Asked> {
    const { attempt, prepared, accepted, status } = before;
    if (!attempt || (status !== 'unknown' && status !== 'accepted')) throw new TargetIsNotUnknown();
    const refs = { ...prepared?.refs, ...(accepted && { handle: accepted.handle }) };
    const answer = await this.#ask(new LookUpPublication(outgoing, refs, attempt.startedAt));
    this.metrics.lookedUp(outgoing.platform, answer.kind);
    const c = await now();
    const { attemptId } = attempt;
    const noted = answer.kind === 'refused' ? answer.noted : undefined;
    const lesson = { attemptId, asked: prepared?.refs ?? {}, noted };
    const told = (current: Publication) => recordLookUp(current, attemptId, answer, c);
    const publication = await this.#decide(outgoing, (current) => withNote(current, lesson, told, c));
    return { publication, until: askAgainAt(publication, answer, await now()), answer: answer.kind };
  }

  /** Looks for further copies of a published post, from its first attempt on. */
  async lookAgain(outgoing: Outgoing, before: Publication, now: Now): Promise<Ran> {
    // Without a word of its own any post looks like it.
    const mayTell = `${outgoing.title ?? ''}${outgoing.text}`.trim() !== '';
    let publication = before;
    for (let copies = 0; copies < MOST_COPIES && publication.lookAgainAt !== null; copies += 1) {
      const answer = mayTell ? await this.#askForOthers(outgoing, publication) : CANNOT_TELL;
      const c = await now();
      publication = await this.#decide(outgoing, (current) => recordDuplicateSearch(current, answer, c));
      if (answer.kind !== 'published') break;
    }
    const { longestLookUp } = (await now()).times;
    return { publication, until: new Date((await now()).now.getTime() + longestLookUp).toISOString() };
  }

  async #askForOthers(outgoing: Outgoing, publication: Publication): Promise<LookUpOutcome> {
    const since = publication.firstAttemptAt ?? publication.attempt?.startedAt;
    if (since === undefined) return CANNOT_TELL;
    const refs = publication.prepared?.refs ?? {};
    const answer = await this.#ask(new LookUpPublication(outgoing, refs, since, knownCopies(publication)));
    this.metrics.lookedUp(outgoing.platform, answer.kind);
    return answer;
  }

  async #decide(
    { postId, accountId }: Outgoing,
    decision: (publication: Publication) => PublicationEvent[],
  ): Promise<Publication> {
    const id = publicationId(postId, accountId);
    const { state, appended } = await this.writer.decide(publicationStream, id, decision);
    this.metrics.noticed(appended);
    return state;
  }

  /** A look-up that breaks off or never ends proves nothing, as one that fails. */
  async #ask(question: LookUpPublication): Promise<LookUpOutcome> {
    try {
      return await withDeadline<LookUpOutcome>(
        LONGEST_LOOK_UP_MS,
        () => this.queries.execute(question),
        () => ({ kind: 'failed', words: null }),
      );
    } catch (error) {
      this.#logger.error('A look-up broke off', error);
      return { kind: 'failed', words: null };
    }
  }
}
