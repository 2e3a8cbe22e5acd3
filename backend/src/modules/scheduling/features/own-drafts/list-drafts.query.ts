import { DRAFT, type DraftLine } from '@posthorn/contracts/scheduling/drafts.http';
import { firstWithin } from '#infrastructure/database/rows-within-bytes.ts';
import { HeavyReads } from '#infrastructure/http/edge/heavy-reads.ts';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DraftRows, type DraftCursor } from '../../stores/drafts/draft-rows.ts';

/** `last`: the position after which the next page begins; null on the last page. */
type ListedDrafts = Readonly<{ items: readonly DraftLine[]; last: DraftCursor | null; total: number }>;

/** One page of a user's drafts, from the beginning or after a position. */
export class ListDrafts extends Query<ListedDrafts> {
  constructor(
    readonly userId: string,
    readonly after: DraftCursor | null,
  ) {
    super();
  }
}

@QueryHandler(ListDrafts)
export class ListDraftsHandler implements IQueryHandler<ListDrafts> {
  constructor(
    private readonly drafts: DraftRows,
    private readonly reads: HeavyReads,
  ) {}

  execute({ userId, after }: ListDrafts): Promise<ListedDrafts> {
    return this.reads.oneAtATime(userId, async () => {
      // Reads one draft more than it returns, to find out whether there is a next page.
      const { lines, found } = await this.drafts.page(userId, DRAFT.pageLimit + 1, after);
      const items = firstWithin(lines.slice(0, DRAFT.pageLimit), DRAFT.pageBytesMax);
      const last = items.length < found ? (items.at(-1) ?? null) : null;
      return { items, last, total: await this.drafts.count(userId) };
    });
  }
}
