import type { HistoryEntry, HistoryView } from '@posthorn/contracts/scheduling/history.http';
import type { Position } from '@posthorn/event-sourcing/event-store';
import { HeavyReads } from '#infrastructure/http/edge/heavy-reads.ts';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { NamesOfAccounts } from '../../read-models/posts/account-names.ts';
import { foldPost, type PostRow } from '../../read-models/posts/post-row.ts';
import { postView } from '../../read-models/posts/post-view.ts';
import { commentEntry } from './comment-entry.ts';
import { entriesOf } from './history-entry.ts';
import { byPosition, PostStory } from './post-story.ts';
import { NamesOfTokens } from './token-actors.ts';

/**
 * The history of a post step by step, and the resulting state. `at`: only what had happened up to this time.
 * `withComments`: includes the steps of comments under the post, with the texts of strangers.
 */
export class GetHistory extends Query<HistoryView> {
  constructor(
    readonly userId: string,
    readonly postId: number,
    readonly at: Date | null,
    readonly withComments = true,
  ) {
    super();
  }
}

@QueryHandler(GetHistory)
export class GetHistoryHandler implements IQueryHandler<GetHistory> {
  constructor(
    private readonly story: PostStory,
    private readonly names: NamesOfAccounts,
    private readonly tokens: NamesOfTokens,
    private readonly reads: HeavyReads,
  ) {}

  execute(query: GetHistory): Promise<HistoryView> {
    return this.reads.oneAtATime(query.userId, () => this.#history(query));
  }

  async #history({ userId, postId, at, withComments }: GetHistory): Promise<HistoryView> {
    const events = await this.story.eventsOf(userId, postId);
    const pastEvents =
      at === null ? events : events.filter(({ meta }) => Date.parse(meta.at) <= at.getTime());
    const row = pastEvents.reduce<PostRow | undefined>(foldPost, undefined);
    const names = await this.names.in(row ? [row] : []);
    const comments = withComments ? await this.story.commentsUnder(userId, events, at) : NO_COMMENTS;
    const { steps, read, total } = comments;
    const shown = comments.newest.length;
    const tokens = await this.tokens.in([...pastEvents, ...comments.newest]);
    return {
      postId,
      at: at?.toISOString() ?? null,
      events: inLogOrder(
        entriesOf(pastEvents, userId, names, tokens),
        comments.newest.map((step) => commentEntry(step, userId, names, tokens)),
        [...pastEvents, ...comments.newest],
      ),
      ...((shown < steps || read < total) && { commentsCut: { shown, steps, read, total } }),
      post: row ? postView(row, names) : null,
    };
  }
}

const NO_COMMENTS = { newest: [], steps: 0, read: 0, total: 0 } as const;

function inLogOrder(
  ofPost: readonly HistoryEntry[],
  ofComments: readonly HistoryEntry[],
  events: readonly Readonly<{ id: string; position: Position }>[],
): HistoryEntry[] {
  const order = new Map([...events].sort(byPosition).map(({ id }, index) => [id, index]));
  return [...ofPost, ...ofComments].sort(({ id: a }, { id: b }) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
}
