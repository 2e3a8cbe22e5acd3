import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { postStream, recompute, type Timing } from '../../domain/post/post.ts';
import { instantOf, localTimeOf } from '../../read-models/posts/chosen-time.ts';

/**
 * When a country changes its rules for local time, the same local time becomes another instant. A runtime
 * with newer zone data moves the posts that are not yet published.
 */
@Injectable()
export class FollowZones {
  #noted = '';

  constructor(
    private readonly pool: Pool,
    private readonly writer: StreamWriter,
  ) {}

  /**
   * Notes the zone data of this runtime, unless another runtime has noted newer data.
   * @param version the IANA version of the zone data, such as `2030a`; the next version is `2030b`
   */
  async note(version: string): Promise<void> {
    if (this.#noted === version) return;
    await this.pool.query(
      `insert into scheduling.zone_data (version) values ($1)
       on conflict ((true)) do update set version = excluded.version
         where zone_data.version collate "C" < excluded.version collate "C"`,
      [version],
    );
    this.#noted = version;
  }

  /**
   * Moves a post to its local time under the zone data of this runtime. A runtime with older data than another runtime
   * moves nothing.
   */
  async follow(postId: number, version: string): Promise<void> {
    if (await this.#isOutdated(version)) return;
    // Reads the post inside the decision, because its owner may move the post at the same time.
    await this.writer.decide(postStream, postId, (post) => {
      const { timezone, localTime } = post;
      if (timezone === null || localTime === null || !hasOtherLocalTime(post)) return [];
      return recompute(post, instantOf(localTime, timezone).toISOString(), version);
    });
  }

  async #isOutdated(version: string): Promise<boolean> {
    const { rows } = await this.pool.query<{ version: string }>('select version from scheduling.zone_data');
    return rows.some((noted) => noted.version > version);
  }
}

/**
 * Whether the instant does not match the local time, by the zone data of this runtime. An instant that matches is kept.
 * When clocks go back, one local time has two instants, and the owner may have chosen the second. An instant may also
 * have seconds.
 */
export function hasOtherLocalTime({ scheduledFor, timezone, localTime }: Timing): boolean {
  if (timezone === null || localTime === null) return false;
  try {
    return localTimeOf(new Date(scheduledFor), timezone) !== localTime;
  } catch (error) {
    // A runtime with newer zone data may have accepted a zone that this runtime does not know.
    if (error instanceof RangeError) return false;
    throw error;
  }
}
