import { DomainError } from '@posthorn/contracts/shared/refusal';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type { ErasureStep, UserBeingErased, StepResult } from '#infrastructure/readers/erasure-steps.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { DeletePost, DeletePostHandler } from './delete-post.command.ts';
import { POSTS_VIEW, postList } from '../../read-models/posts/post-list.projection.ts';

/**
 * How long to wait for the outcome of a call that was made. No other call is made, see `owner-leaving`. After this time the outcome stays unknown. In
 * milliseconds.
 */
const WAIT_AT_MOST = 15 * 60_000;
const LOOK_AGAIN = 10_000;

/** Removes every post of an owner who leaves, so that nothing more is published. */
@Injectable()
export class EndPosts {
  constructor(
    private readonly pool: Pool,
    private readonly gate: ReadGate,
    private readonly deletePost: DeletePostHandler,
    private readonly clock: DatabaseClock,
  ) {}

  readonly step: ErasureStep = {
    name: 'scheduling.posts',
    phase: 'stop',
    run: (person) => this.#end(person),
  };

  async #end({ userId, requestedAt }: UserBeingErased): Promise<StepResult> {
    await this.gate.waitFor([postList.name]);
    const { rows } = await this.pool.query<{ id: number }>(
      `select post_id::float8 as id from ${POSTS_VIEW} where owner_id = $1 and open order by 1`,
      [userId],
    );
    let ended = 0;
    for (const { id } of rows) if (await this.#tryToEnd(userId, id)) ended += 1;
    const now = (await this.clock.now()).getTime();
    const underWay = rows.length - ended;
    if (underWay > 0 && now - Date.parse(requestedAt) < WAIT_AT_MOST)
      return { againIn: LOOK_AGAIN, waitsFor: `${String(underWay)} posts that are going out` };
    return { counts: { posts: ended, leftUnknown: underWay } };
  }

  /** False: part of it is being published. */
  async #tryToEnd(userId: string, postId: number): Promise<boolean> {
    try {
      await this.deletePost.execute(new DeletePost(userId, postId));
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.status === 409) return false;
      throw error;
    }
  }
}
