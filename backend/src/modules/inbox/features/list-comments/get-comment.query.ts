import type {
  CommentDetail,
  CommentHistoryEntry,
  CommentView,
} from '@posthorn/contracts/inbox/comments.http';
import { actorView, type TokenActors } from '@posthorn/contracts/shared/actors';
import { streamName } from '@posthorn/event-sourcing';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { ApiTokenNames } from '#modules/identity/ports/api-token-names.ts';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { CommentEvent } from '../../domain/comment/comment-events.ts';
import { commentStream } from '../../domain/comment/comment.ts';
import { commentList } from '../../read-models/comments/comment-list.projection.ts';
import { commentParts, commentText } from '../../read-models/comments/comment-sentences.ts';
import { CommentViews } from '../../read-models/comments/comment-views.ts';
import { OwnComments } from '../../read-models/comments/own-comments.ts';

/** Returns a comment with its history. @throws CommentNotFound for every user but the owner */
export class GetComment extends Query<CommentDetail> {
  constructor(
    readonly userId: string,
    readonly commentId: number,
  ) {
    super();
  }
}

@QueryHandler(GetComment)
export class GetCommentHandler implements IQueryHandler<GetComment> {
  constructor(
    private readonly gate: ReadGate,
    private readonly comments: OwnComments,
    private readonly views: CommentViews,
    private readonly reader: EventReader,
    private readonly tokens: ApiTokenNames,
  ) {}

  async execute({ userId, commentId }: GetComment): Promise<CommentDetail> {
    await this.gate.waitFor([commentList.name]);
    const row = await this.comments.shown(userId, commentId);
    const [view] = await this.views.viewsOf(userId, [row]);
    return { ...(view as CommentView), history: await this.#history(commentId, userId) };
  }

  async #history(commentId: number, userId: string): Promise<CommentHistoryEntry[]> {
    const events: LoggedEvent[] = [];
    const name = streamName({ category: commentStream.category }, commentId);
    // Reads the log, because the row of the read model may not yet be up to date.
    for await (const event of this.reader.stream(name)) events.push(event);
    const tokens = await this.#tokensIn(events);
    return events.map((event) => entryOf(event, userId, tokens));
  }

  /** The API tokens that caused the events. */
  async #tokensIn(events: readonly LoggedEvent[]): Promise<TokenActors> {
    const actors = events.map(({ meta }) => meta.actor).filter(({ kind }) => kind === 'apiToken');
    const ids = [...new Set(actors.map(({ id }) => id))];
    const tokens = ids.length === 0 ? [] : await this.tokens.namesOf(ids);
    return new Map(tokens.map((token) => [token.id, token]));
  }
}

function entryOf(event: LoggedEvent, userId: string, tokens: TokenActors): CommentHistoryEntry {
  const { id, type, meta } = event;
  // The stream of a comment contains only comment events.
  const said = commentParts(event as LoggedEvent<CommentEvent>);
  return {
    id,
    type,
    at: meta.at,
    actor: actorView(meta.actor, userId, tokens),
    summary: commentText(said),
    said,
    data: { ...(event.data as Readonly<Record<string, unknown>>) },
  };
}
