import { Injectable } from '@nestjs/common';
import type { Event } from '@posthorn/event-sourcing';
import { ERASED } from '#infrastructure/log/personal-field.ts';
import type { LoggedEvent } from '#infrastructure/log/logged-event.ts';
import type { Process } from '#infrastructure/processes/process.ts';
import { Sources } from './sources.ts';
import { WatchedPosts } from './watched-posts.ts';

type Published = Event<
  'PlatformPublished',
  number,
  Readonly<{
    postId: number;
    accountId: number;
    remoteId: string | null;
    permalink: string | null;
    publishedAt: string;
  }>
>;

const isPublished = (event: LoggedEvent): event is LoggedEvent<Published> =>
  event.type === 'PlatformPublished';

/** What was published is followed: its account is read at once, and its thread by the age of the post. */
@Injectable()
export class FollowPosts {
  constructor(
    private readonly posts: WatchedPosts,
    private readonly sources: Sources,
  ) {}

  readonly process: Process = {
    name: 'inbox.follow-posts',
    categories: ['publication'],
    from: 'start',
    handle: (event) => this.#note([event]),
    handleAll: (events) => this.#note(events),
  };

  async #note(events: readonly LoggedEvent[]): Promise<void> {
    const published = events
      .filter(isPublished)
      .flatMap(({ data: { remoteId, permalink, ...rest } }) =>
        remoteId === null || remoteId === ERASED
          ? []
          : [{ ...rest, remoteId, permalink: permalink === ERASED ? null : permalink }],
      );
    if (published.length === 0) return;
    await this.posts.add(published);
    await this.sources.readSoon([...new Set(published.map(({ accountId }) => accountId))]);
  }
}
