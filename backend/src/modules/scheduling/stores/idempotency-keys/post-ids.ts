import { EventReader, type Loaded } from '#infrastructure/event-log/event-reader.ts';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { postStream, type Post } from '../../domain/post/post.ts';
import { POSTS_VIEW } from '../../read-models/posts/post-list.projection.ts';

/** A post id that no event has yet. `seen`: the empty stream of the post. */
export type FreshPost = Readonly<{ postId: number; seen: Loaded<Post> }>;

/** Draws public ids of posts. Gaps between ids are normal. */
@Injectable()
export class PostIds {
  constructor(
    private readonly pool: Pool,
    private readonly reader: EventReader,
  ) {}

  /**
   * Returns an id whose stream is empty. After a restore of the database, the sequence may be behind the log.
   * This method then advances the sequence.
   */
  async next(): Promise<FreshPost> {
    for (;;) {
      const postId = await this.#draw(`select nextval('scheduling.post_id')::float8 as id`);
      const { revision, seen } = await this.reader.load(postStream, postId);
      if (revision === null) return { postId, seen };
      // Draws each id of the gap instead of setting the sequence, so that no other caller gets one of them twice.
      await this.#draw(
        `select max(nextval('scheduling.post_id'))::float8 as id
         from generate_series($1::bigint + 1, greatest($1::bigint + 1, (select max(post_id) from ${POSTS_VIEW})))`,
        [postId],
      );
    }
  }

  async #draw(text: string, values: readonly number[] = []): Promise<number> {
    const { rows } = await this.pool.query<{ id: number }>(text, [...values]);
    const [row] = rows;
    if (!row) throw new Error('The sequence of post ids returned no value.');
    return row.id;
  }
}
