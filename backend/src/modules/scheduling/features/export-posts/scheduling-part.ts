import { streamName } from '@posthorn/event-sourcing';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { EventFile, ExportFile, ExportPart } from '#infrastructure/readers/export-part.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { postStream } from '../../domain/post/post.ts';
import { publicationStream } from '../../domain/publication/publication.ts';
import { quotaStream } from '../../domain/quota/quota.ts';
import { PostStory } from '../show-history/post-story.ts';
import { NamesOfAccounts } from '../../read-models/posts/account-names.ts';
import { POSTS_VIEW, postList } from '../../read-models/posts/post-list.projection.ts';
import { foldPost, type PostRow } from '../../read-models/posts/post-row.ts';
import { exportedPost } from './exported-post.ts';
import { EXPORTED_POST } from './post-schema.ts';

/** Exports all posts of a user with their targets, including deleted and archived posts. */
@Injectable()
export class SchedulingPart implements ExportPart {
  readonly files: readonly ExportFile[];
  readonly categories = [postStream.category, publicationStream.category, quotaStream.category];
  readonly tables = ['scheduling_post'];

  constructor(
    private readonly pool: Pool,
    private readonly gate: ReadGate,
    private readonly story: PostStory,
    private readonly names: NamesOfAccounts,
  ) {
    this.files = [
      {
        name: 'posts.json',
        about: 'Your posts, each with its accounts and its history.',
        sections: {
          posts: {
            about: 'All posts, also deleted and archived ones, the oldest first.',
            schema: EXPORTED_POST,
            rows: (userId) => this.#posts(userId),
          },
        },
      },
    ];
  }

  async *events(userId: string): AsyncGenerator<EventFile> {
    yield { name: 'quota', streams: [streamName({ category: quotaStream.category }, userId)] };
    for (const postId of await this.#ids(userId))
      yield { name: `post-${String(postId)}`, streams: await this.story.streams(userId, postId) };
  }

  async *#posts(userId: string) {
    for (const postId of await this.#ids(userId)) {
      const events = await this.story.eventsOf(userId, postId);
      const row = events.reduce<PostRow | undefined>(foldPost, undefined);
      if (row) yield exportedPost(row, events, await this.names.in([row]));
    }
  }

  /**
   * Reads all ids with one query. No index orders a user's deleted posts, so each page would need a scan of
   * the table.
   */
  async #ids(userId: string): Promise<readonly number[]> {
    await this.gate.waitFor([postList.name]);
    const { rows } = await this.pool.query<{ id: number }>(
      `select post_id::float8 as id from ${POSTS_VIEW} where owner_id = $1 order by post_id`,
      [userId],
    );
    return rows.map(({ id }) => id);
  }
}
