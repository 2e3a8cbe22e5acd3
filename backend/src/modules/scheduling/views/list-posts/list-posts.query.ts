import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { ReadGate } from '#infrastructure/projections/read-gate.ts';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { NamesOfAccounts } from './account-names.ts';
import { lostAccounts } from './lost-accounts.projection.ts';
import { postList } from './post-list.projection.ts';
import { PostRows } from './post-rows.ts';
import { postView } from './post-view.ts';

/** The latest time first. `limit`: so many of them; null: all. */
export class ListPosts extends Query<readonly PostView[]> {
  constructor(
    readonly userId: string,
    readonly limit: number | null = null,
  ) {
    super();
  }
}

@QueryHandler(ListPosts)
export class ListPostsHandler implements IQueryHandler<ListPosts> {
  constructor(
    private readonly gate: ReadGate,
    private readonly rows: PostRows,
    private readonly names: NamesOfAccounts,
  ) {}

  async execute({ userId, limit }: ListPosts): Promise<readonly PostView[]> {
    await this.gate.waitFor([postList.name, lostAccounts.name]);
    const rows = await this.rows.shownTo(userId, limit);
    const names = await this.names.in(rows);
    return rows.map((row) => postView(row, names));
  }
}
