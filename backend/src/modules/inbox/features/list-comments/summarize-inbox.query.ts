import type { InboxSummary } from '@posthorn/contracts/inbox/comments.http';
import { Clock } from '#infrastructure/clock.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { commentList } from '../../read-models/comments/comment-list.projection.ts';
import { settingsList } from '../../read-models/settings/settings.projection.ts';
import { SourceViews } from '../../stores/reading/source-views.ts';
import type { CommentFilter } from '../../read-models/comments/comment-filter.ts';
import { CommentGroups } from '../../read-models/comments/comment-groups.ts';
import { titleOf } from '../../read-models/comments/comment-view.ts';

/** Returns the counts of all comments, the groups of the comments that match a filter, and the state of the sources. */
export class SummarizeInbox extends Query<InboxSummary> {
  constructor(
    readonly userId: string,
    readonly filter: CommentFilter,
  ) {
    super();
  }
}

@QueryHandler(SummarizeInbox)
export class SummarizeInboxHandler implements IQueryHandler<SummarizeInbox> {
  constructor(
    private readonly gate: ReadGate,
    private readonly groups: CommentGroups,
    private readonly sources: SourceViews,
    private readonly clock: Clock,
  ) {}

  async execute({ userId, filter }: SummarizeInbox): Promise<InboxSummary> {
    await this.gate.waitFor([commentList.name, settingsList.name]);
    const asOf = this.clock.now().toISOString();
    const [counts, groups, sources] = await Promise.all([
      this.groups.counts(userId),
      this.groups.groupsOf(userId, filter),
      this.sources.viewsOf(userId),
    ]);
    return {
      counts,
      groups: groups.map((group) => ({
        key: group.group_key,
        postId: group.post_id,
        ...titleOf(group),
        platform: group.platform,
        total: group.total,
        new: group.new,
        latestAt: group.latest_at,
      })),
      sources,
      asOf,
    };
  }
}
