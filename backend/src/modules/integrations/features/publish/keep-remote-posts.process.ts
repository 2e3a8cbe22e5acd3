import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { Event } from '@posthorn/event-sourcing';
import { ERASED } from '#infrastructure/log/personal-field.ts';
import type { Process } from '#infrastructure/processes/process.ts';

type Found = Readonly<{ postId: number; accountId: number; remoteId: string | null }>;
/** As publications tell of the posts that they have on a platform; their stream has other facts too. */
type PublicationFact = Event<string, number, Found>;

const TELLS: ReadonlySet<string> = new Set(['PlatformPublished', 'DuplicateDetected']);

/**
 * Which remote post belongs to which publication follows from the log. The connectors note it when they claim one; what a
 * restored database has forgotten of that is put back from the facts, so that no post is found by its text a second time.
 */
@Injectable()
export class KeepRemotePosts {
  constructor(private readonly pool: Pool) {}

  readonly process: Process<PublicationFact> = {
    name: 'integrations.keep-remote-posts',
    categories: ['publication'],
    from: 'start',
    handle: ({ type, data }) => this.note(type, data),
  };

  async note(type: string, { accountId, remoteId, postId }: Found): Promise<void> {
    if (!TELLS.has(type) || remoteId === null || remoteId === ERASED) return;
    await this.pool.query(
      'insert into integrations.remote_post (account_id, remote_id, post_id) values ($1, $2, $3) on conflict do nothing',
      [accountId, remoteId, postId],
    );
  }
}
