import { Injectable } from '@nestjs/common';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import { handlingPages, type Process } from '#infrastructure/readers/process.ts';
import { withRemoteId } from '#infrastructure/event-log/known-remote-ids.ts';
import type { PostReachedPlatformEvent } from '#modules/scheduling/ports/post-reached-platform.ts';
import { Sources } from '../../stores/reading/sources.ts';
import { WatchedPosts } from './watched-posts.ts';

/** Follows a published post: makes its account due now, unless reading it needs a budget that is not set. How often its thread is read depends on the age of the post. */
@Injectable()
export class FollowPosts {
  constructor(
    private readonly posts: WatchedPosts,
    private readonly sources: Sources,
  ) {}

  readonly process: Process<PostReachedPlatformEvent> = {
    name: 'inbox.follow-posts',
    categories: ['publication'],
    types: ['PlatformPublished', 'PublicIdAssigned'],
    from: 'start',
    ...handlingPages((events) => this.#follow(events)),
  };

  async #follow(events: readonly LoggedEvent<PostReachedPlatformEvent>[]): Promise<void> {
    const published = withRemoteId(events);
    if (published.length === 0) return;
    await this.posts.add(published);
    // Under its handle, the post has no thread.
    for (const { type, data } of events)
      if (type === 'PublicIdAssigned') await this.posts.drop(data.accountId, data.handle);
    await this.sources.readAfterPost([...new Set(published.map(({ accountId }) => accountId))]);
  }
}
