import { answerInTime } from '#infrastructure/effects/ask-other-side.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { Publishing, type LookUpOutcome } from '#modules/integrations/ports/publishing.ts';
import { Injectable, Logger } from '@nestjs/common';
import { asDone } from '../../domain/publication/events-of-moves.ts';
import { nextPublicIdLookUp, recordPublicId } from '../../domain/publication/public-id.ts';
import type { Post } from '../../domain/post/post.ts';
import type { Target } from '../../domain/publication/publication-events.ts';
import { publicationId, publicationStream, type Publication } from '../../domain/publication/publication.ts';
import { OutgoingPublications } from './outgoing-publications.ts';
import { PublishingContexts } from './publishing-contexts.ts';
import { PublishingMetrics } from './publishing-metrics.ts';

/** `until`: when to look again, if no event has ended the search. */
type LookedUp = Readonly<{ publication: Publication; until: string }>;

/** Asks a platform for the public id of a published post that has only a handle. */
@Injectable()
export class PublicIdSearches {
  readonly #logger = new Logger('Publishing');

  constructor(
    private readonly writer: StreamWriter,
    private readonly publishing: Publishing,
    private readonly contexts: PublishingContexts,
    private readonly outgoing: OutgoingPublications,
    private readonly metrics: PublishingMetrics,
  ) {}

  async search(target: Target, post: Post, before: Publication, publishedAt: string): Promise<LookedUp> {
    const outgoing = await this.outgoing.asSent(post, target, before);
    const handle = before.remote?.remoteId ?? null;
    const refs = { ...before.prepared?.refs, ...(handle !== null && { handle }) };
    const since = before.attempt?.startedAt ?? publishedAt;
    const lookUp = () => this.publishing.lookUp(outgoing, refs, since);
    const answer = await answerInTime<LookUpOutcome>('publishing', lookUp, this.#logger);
    this.metrics.lookedUp(outgoing.platform, answer.kind);
    const context = await this.contexts.contextOf(target, post);
    const id = publicationId(target.postId, target.accountId);
    const { state } = await this.writer.decide(publicationStream, id, (current) =>
      recordPublicId(current, asDone(answer), context),
    );
    return { publication: state, until: nextPublicIdLookUp(publishedAt, context) };
  }
}
