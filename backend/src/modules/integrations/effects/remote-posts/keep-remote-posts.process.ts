import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { Event } from '@posthorn/event-sourcing';
import { ERASED } from '#infrastructure/event-log/personal-field.ts';
import { handlingPages, type Process } from '#infrastructure/readers/process.ts';

type RemotePostData = Readonly<{ postId: number; accountId: number; remoteId: string | null }>;
/** Events of publications that contain the id of the post on the platform. */
type RemotePostEvent = Event<
  'PlatformPublished' | 'PublicIdAssigned' | 'DuplicateDetected',
  number,
  RemotePostData
>;

/**
 * Stores which remote post belongs to which publication. Connectors already store this when they claim a
 * post. After a restore of the database, this process stores it again from the events. So no post is matched
 * to two publications by its text.
 */
@Injectable()
export class KeepRemotePosts {
  constructor(private readonly pool: Pool) {}

  readonly process: Process<RemotePostEvent> = {
    name: 'integrations.keep-remote-posts',
    categories: ['publication'],
    types: ['PlatformPublished', 'PublicIdAssigned', 'DuplicateDetected'],
    from: 'start',
    ...handlingPages((events) => this.note(events)),
  };

  async note(events: readonly Pick<RemotePostEvent, 'data'>[]): Promise<void> {
    const withRemoteId = events.filter(({ data: { remoteId } }) => remoteId !== null && remoteId !== ERASED);
    if (withRemoteId.length === 0) return;
    await this.pool.query({
      name: 'keep-remote-posts',
      // Sorted by key, so that concurrent writers cannot deadlock.
      text: `insert into integrations.remote_post (account_id, remote_id, post_id)
        select * from unnest((select $1::bigint[]), (select $2::text[]), (select $3::bigint[])) order by 1, 2
        on conflict do nothing`,
      values: [
        withRemoteId.map(({ data }) => data.accountId),
        withRemoteId.map(({ data }) => data.remoteId),
        withRemoteId.map(({ data }) => data.postId),
      ],
    });
  }
}
