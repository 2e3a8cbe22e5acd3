import type { StoredEvent } from '@posthorn/event-sourcing/event-store';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { PostStory } from './post-story.ts';

/** The events of a post and its publications as the log holds them, so that their hash chains can be checked anywhere. */
export class ExportHistory extends Query<readonly StoredEvent[]> {
  constructor(
    readonly userId: string,
    readonly postId: number,
  ) {
    super();
  }
}

@QueryHandler(ExportHistory)
export class ExportHistoryHandler implements IQueryHandler<ExportHistory> {
  constructor(private readonly story: PostStory) {}

  execute({ userId, postId }: ExportHistory): Promise<readonly StoredEvent[]> {
    return this.story.stored(userId, postId);
  }
}
