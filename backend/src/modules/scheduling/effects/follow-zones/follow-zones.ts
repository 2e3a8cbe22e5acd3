import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { postStream, recompute } from '../../domain/post/post.ts';
import { instantOf, localTimeOf } from '../../read-models/posts/chosen-time.ts';
import { POSTS_VIEW } from '../../read-models/posts/post-list.projection.ts';

const PAGE_SIZE = 500;

/**
 * When a country changes its rules for local time, the same local time becomes another instant. A runtime
 * with newer zone data moves the posts that are not yet published.
 */
@Injectable()
export class FollowZones {
  #followed = '';

  constructor(
    private readonly pool: Pool,
    private readonly writer: StreamWriter,
  ) {}

  /**
   * Moves posts if this runtime has newer zone data than any runtime before. Starts again after an
   * interruption, because it stores the version last. A runtime with older data moves nothing.
   * @param version the IANA version of this runtime's zone data, such as `2030a`; the next version is `2030b`
   */
  async follow(version: string): Promise<void> {
    if (this.#followed === version) return;
    const { rows } = await this.pool.query<{ version: string }>('select version from scheduling.zone_data');
    const known = rows[0]?.version;
    if (known !== undefined && known < version) await this.#recomputeAll(version);
    await this.pool.query(
      `insert into scheduling.zone_data (version) values ($1)
       on conflict ((true)) do update set version = excluded.version
         where zone_data.version collate "C" < excluded.version collate "C"`,
      [version],
    );
    this.#followed = version;
  }

  async #recomputeAll(version: string): Promise<void> {
    for (let after = 0; ;) {
      const { rows } = await this.pool.query<{ id: number }>(
        `select post_id::float8 as id from ${POSTS_VIEW}
         where post_id > $1 and open and state = 'scheduled' and timezone is not null order by post_id limit $2`,
        [after, PAGE_SIZE],
      );
      for (const { id } of rows) await this.#recompute(id, version);
      after = rows.at(-1)?.id ?? 0;
      if (rows.length < PAGE_SIZE) return;
    }
  }

  async #recompute(postId: number, version: string): Promise<void> {
    // Reads the post inside the decision, because its owner may move the post at the same time.
    await this.writer.decide(postStream, postId, (post) => {
      const { timezone, localTime, scheduledFor } = post;
      if (timezone === null || localTime === null) return [];
      // Keeps an instant that matches the local time. When clocks go back, one local time has two instants,
      // and the owner may have chosen the second. An instant may also have seconds.
      if (localTimeOf(new Date(scheduledFor), timezone) === localTime) return [];
      return recompute(post, instantOf(localTime, timezone).toISOString(), version);
    });
  }
}
