import { Injectable } from '@nestjs/common';
import type { Event } from '@posthorn/event-sourcing';
import { ERASED } from '#infrastructure/event-log/personal-field.ts';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import type { Process } from '#infrastructure/readers/process.ts';
import { Sources } from '../../stores/reading/sources.ts';
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

/** Follows a published post: its account is read at once, and its thread by the age of the post. */
@Injectable()
export class FollowPosts {
  constructor(
    private readonly posts: WatchedPosts,
    private readonly sources: Sources,
  ) {}

  readonly process: Process<Published> = {
    name: 'inbox.follow-posts',
    categories: ['publication'],
    types: ['PlatformPublished'],
    from: 'start',
    handle: (event) => this.#note([event]),
    handleAll: (events) => this.#note(events),
  };

  async #note(events: readonly LoggedEvent<Published>[]): Promise<void> {
    const published = events.flatMap(({ data: { remoteId, permalink, ...rest } }) =>
      remoteId === null || remoteId === ERASED
        ? []
        : [{ ...rest, remoteId, permalink: permalink === ERASED ? null : permalink }],
    );
    if (published.length === 0) return;
    await this.posts.add(published);
    await this.sources.readSoon([...new Set(published.map(({ accountId }) => accountId))]);
  }
}
