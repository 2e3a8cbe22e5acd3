import { answerInTime } from '#infrastructure/effects/ask-other-side.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import {
  Publishing,
  type LookUpOutcome,
  type OutgoingPublication,
} from '#modules/integrations/ports/publishing.ts';
import { Injectable, Logger } from '@nestjs/common';
import { knownCopies } from '../../domain/publication/copies.ts';
import { recordDuplicateSearch } from '../../domain/publication/duplicate-search.ts';
import type { Post } from '../../domain/post/post.ts';
import type { Target } from '../../domain/publication/publication-events.ts';
import { asDone } from '../../domain/publication/events-of-moves.ts';
import { publicationId, publicationStream, type Publication } from '../../domain/publication/publication.ts';
import { DueRows } from './due-rows.ts';
import { OutgoingPublications } from './outgoing-publications.ts';
import { PublishingContexts } from './publishing-contexts.ts';
import { PublishingMetrics } from './publishing-metrics.ts';

const CANNOT_TELL: LookUpOutcome = { kind: 'cannot-tell' };
/** The maximum number of copies that one search records. */
const COPIES_MAX = 5;

/** `until`: when to search again, if no event has ended the search. */
type Searched = Readonly<{ publication: Publication; until: string }>;

/** Searches a platform for a second copy of a published post. */
@Injectable()
export class DuplicateSearches {
  readonly #logger = new Logger('Publishing');

  constructor(
    private readonly writer: StreamWriter,
    private readonly publishing: Publishing,
    private readonly contexts: PublishingContexts,
    private readonly outgoing: OutgoingPublications,
    private readonly rows: DueRows,
    private readonly metrics: PublishingMetrics,
  ) {}

  /**
   * Searches for copies that are younger than the first attempt. Waits while other posts of the account are
   * being sent, because one of them may look like a copy.
   */
  async search(target: Target, post: Post, before: Publication): Promise<Searched> {
    const context = await this.contexts.contextOf(target, post);
    const isTooLate = context.now.getTime() >= Date.parse(before.lookAgainAt ?? '') + context.times.giveUp;
    const later = (wait: number): string => new Date(context.now.getTime() + wait).toISOString();
    if (!isTooLate && (await this.rows.othersAreUnderWay(target)))
      return { publication: before, until: later(context.times.firstRetry) };
    const outgoing = await this.outgoing.asSent(post, target, before);
    let publication = before;
    for (let copies = 0; copies < COPIES_MAX && publication.lookAgainAt !== null; copies += 1) {
      const answer = await this.#lookForOthers(outgoing, publication);
      publication = await this.#record(target, post, answer);
      if (answer.kind !== 'published') break;
    }
    return { publication, until: later(context.times.longestLookUp) };
  }

  async #lookForOthers(outgoing: OutgoingPublication, publication: Publication): Promise<LookUpOutcome> {
    // Without a text, every post would match.
    const hasText = `${outgoing.title ?? ''}${outgoing.text}`.trim() !== '';
    const since = publication.firstAttemptAt ?? publication.attempt?.startedAt;
    if (!hasText || since === undefined) return CANNOT_TELL;
    const refs = publication.prepared?.refs ?? {};
    const lookUp = () => this.publishing.lookUp(outgoing, refs, since, knownCopies(publication));
    const answer = await answerInTime<LookUpOutcome>('publishing', lookUp, this.#logger);
    this.metrics.lookedUp(outgoing.platform, answer.kind);
    return answer;
  }

  async #record(target: Target, post: Post, answer: LookUpOutcome): Promise<Publication> {
    const context = await this.contexts.contextOf(target, post);
    const id = publicationId(target.postId, target.accountId);
    const { state, appended } = await this.writer.decide(publicationStream, id, (current) =>
      recordDuplicateSearch(current, asDone(answer), context),
    );
    this.metrics.noticed(appended);
    return state;
  }
}
