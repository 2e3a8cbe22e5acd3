import { DomainError } from '@posthorn/contracts/shared/refusal';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type { ErasureStep, UserBeingErased, StepResult } from '#infrastructure/readers/erasure-steps.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { DeletePost, DeletePostHandler } from './delete-post.command.ts';
import { POSTS_VIEW, postList } from '../../read-models/posts/post-list.projection.ts';

/**
 * How long the erasure waits for the outcomes of running calls, in milliseconds. Later outcomes stay unknown.
 * For an owner who leaves, workers make no new calls: they record attempts as not started, with the reason
 * `owner-leaving`.
 */
const WAIT_MAX_MS = 15 * 60_000;
const RETRY_AFTER_MS = 10_000;

/** Deletes every open post of an owner who leaves, so that nothing more is published. */
@Injectable()
export class DeleteOwnedPosts {
  constructor(
    private readonly pool: Pool,
    private readonly gate: ReadGate,
    private readonly deletePost: DeletePostHandler,
    private readonly clock: DatabaseClock,
  ) {}

  readonly step: ErasureStep = {
    name: 'scheduling.posts',
    phase: 'stop',
    run: (person) => this.#deleteAll(person),
  };

  async #deleteAll({ userId, requestedAt }: UserBeingErased): Promise<StepResult> {
    await this.gate.waitFor([postList.name]);
    const { rows } = await this.pool.query<{ id: number }>(
      `select post_id::float8 as id from ${POSTS_VIEW} where owner_id = $1 and open order by 1`,
      [userId],
    );
    let deleted = 0;
    for (const { id } of rows) if (await this.#tryToDelete(userId, id)) deleted += 1;
    const now = (await this.clock.now()).getTime();
    const running = rows.length - deleted;
    if (running > 0 && now - Date.parse(requestedAt) < WAIT_MAX_MS)
      return { againIn: RETRY_AFTER_MS, waitsFor: `${String(running)} posts that are going out` };
    return { counts: { posts: deleted, leftUnknown: running } };
  }

  /** @returns false while a target of the post is being published */
  async #tryToDelete(userId: string, postId: number): Promise<boolean> {
    try {
      await this.deletePost.execute(new DeletePost(userId, postId));
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.status === 409) return false;
      throw error;
    }
  }
}
