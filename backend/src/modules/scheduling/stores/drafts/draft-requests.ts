import type { DomainError } from '@posthorn/contracts/shared/refusal';
import { CrashPoints } from '#infrastructure/config/crash-points.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { Injectable, Logger } from '@nestjs/common';
import { Pool } from 'pg';
import { DraftIsGone, DraftIsScheduled, DraftWasChanged } from '../../domain/draft/draft-errors.ts';
import { postStream } from '../../domain/post/post.ts';
import { PostIds } from '../idempotency-keys/post-ids.ts';
import { fingerprintOf } from '../idempotency-keys/repeated-requests.ts';
import type { KeyedRequest, RequestedPost, RequestKeys } from '../idempotency-keys/request-keys.ts';
import { DraftRows, SHOWN_DRAFT } from './draft-rows.ts';
import { Drafts } from './drafts.ts';

/** A request that claimed a draft longer ago than this has ended. It can no longer write the post. */
const CLAIM_IS_OVER = `claimed_at < now() - interval '1 minute'`;

/**
 * The id of a draft is the key of its post. The first request stores the id of the post in the row of the
 * draft, and no later request changes that id. The log accepts a post only once under one id, so two windows
 * schedule one post. The content of the draft stays until the log has the post, so a crash loses no draft.
 */
@Injectable()
export class DraftRequests {
  readonly #logger = new Logger('drafts');

  constructor(
    private readonly pool: Pool,
    private readonly ids: PostIds,
    private readonly reader: EventReader,
    private readonly drafts: Drafts,
    private readonly rows: DraftRows,
    private readonly crash: CrashPoints,
  ) {}

  /** Uses the ids of drafts as keys. `revision`: the revision that the client has. Null: any revision. */
  at(revision: number | null): RequestKeys {
    return {
      postFor: (userId, draftId, request) => this.postFor(userId, draftId, request),
      take: (keyed) => this.take(keyed, revision),
      giveBack: (keyed) => this.#giveBack(keyed),
    };
  }

  async postFor(userId: string, draftId: string | null, request: unknown): Promise<RequestedPost> {
    if (draftId === null) return this.ids.next();
    await this.settle(userId, draftId);
    const fresh = await this.ids.next();
    const { rows } = await this.pool.query<{ postId: number; fingerprint: string | null }>(
      `insert into scheduling.draft as d (owner_id, id, revision, post_id) values ($1, $2, 0, $3)
       on conflict (owner_id, id) do update set post_id = coalesce(d.post_id, excluded.post_id)
       returning post_id::float8 as "postId", fingerprint`,
      [userId, draftId, fresh.postId],
    );
    const [row] = rows;
    if (!row) throw new Error('The id of a draft has a row.');
    const { postId, fingerprint } = row;
    if (postId === fresh.postId) return fresh;
    const isOther = fingerprint !== null && fingerprint !== fingerprintOf(request);
    return isOther ? { postId, other: new DraftIsScheduled(postId) } : { postId };
  }

  /** @throws DraftIsScheduled, DraftWasChanged, DraftIsGone */
  async take(keyed: KeyedRequest, revision: number | null = null): Promise<void> {
    while (!(await this.#tryToTake(keyed, revision))) {
      const refused = await this.#refusalOf(keyed, revision);
      if (refused) throw refused;
    }
    this.crash.reached('draft/claim');
  }

  async #tryToTake(
    { userId, key, postId, request }: KeyedRequest,
    revision: number | null,
  ): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `update scheduling.draft set fingerprint = $3, claimed_at = now(),
         claims = case when fingerprint = $3 and not coalesce(${CLAIM_IS_OVER}, true) then claims + 1 else 1 end
       where owner_id = $1 and id = $2 and post_id = $5
         and (fingerprint = $3 or (scheduled_at is null and (claimed_at is null or ${CLAIM_IS_OVER})
           and ($4::bigint is null or revision = $4)))`,
      [userId, key, fingerprintOf(request), revision, postId],
    );
    return rowCount === 1;
  }

  /** Null: the other request has released the draft since then, so `take` tries again. */
  async #refusalOf(
    { userId, key, postId }: KeyedRequest,
    revision: number | null,
  ): Promise<DomainError | null> {
    const { rows } = await this.pool.query<{
      isOthers: boolean;
      isShown: boolean;
      isRequestedRevision: boolean;
    }>(
      `select claimed_at is not null or scheduled_at is not null or post_id is distinct from $3 as "isOthers",
         ${SHOWN_DRAFT} as "isShown", $4::bigint is null or revision = $4 as "isRequestedRevision"
       from scheduling.draft where owner_id = $1 and id = $2`,
      [userId, key, postId, revision],
    );
    const [row] = rows;
    if (!row) return new DraftIsGone(null);
    if (row.isOthers) return new DraftIsScheduled(null);
    if (row.isRequestedRevision) return null;
    return row.isShown ? new DraftWasChanged(await this.rows.one(userId, key)) : new DraftIsGone(null);
  }

  async #giveBack({ userId, key, postId, request }: KeyedRequest): Promise<void> {
    await this.pool.query(
      `update scheduling.draft set claims = greatest(claims - 1, 0),
         fingerprint = case when claims > 1 then fingerprint end,
         claimed_at = case when claims > 1 then claimed_at end
       where owner_id = $1 and id = $2 and post_id = $4 and fingerprint = $3 and scheduled_at is null`,
      [userId, key, fingerprintOf(request), postId],
    );
  }

  /** Ends the draft once the post is in the log. If this fails, `settle` repeats it. */
  async end(userId: string, draftId: string): Promise<void> {
    this.crash.reached('draft/outcome');
    try {
      await this.drafts.end(userId, draftId);
    } catch (error) {
      this.#logger.warn({ msg: 'a scheduled draft stays for some minutes', err: error });
    }
  }

  /**
   * If a request took the draft long ago and did not finish, looks for the post in the log. Ends the draft,
   * or releases it.
   */
  async settle(userId: string, draftId: string): Promise<void> {
    const { rows } = await this.pool.query<{ postId: number; fingerprint: string }>(
      `select post_id::float8 as "postId", fingerprint from scheduling.draft
       where owner_id = $1 and id = $2 and scheduled_at is null and ${CLAIM_IS_OVER}`,
      [userId, draftId],
    );
    const [claim] = rows;
    if (!claim) return;
    const { revision } = await this.reader.load(postStream, claim.postId);
    if (revision !== null) {
      await this.drafts.end(userId, draftId);
      return;
    }
    await this.pool.query(
      `update scheduling.draft set fingerprint = null, claimed_at = null
       where owner_id = $1 and id = $2 and fingerprint = $3 and scheduled_at is null and ${CLAIM_IS_OVER}`,
      [userId, draftId, claim.fingerprint],
    );
  }

  async settleAll(): Promise<void> {
    const { rows } = await this.pool.query<{ ownerId: string; id: string }>(
      `select owner_id as "ownerId", id from scheduling.draft
       where claimed_at is not null and scheduled_at is null and ${CLAIM_IS_OVER} limit 500`,
    );
    for (const { ownerId, id } of rows) await this.settle(ownerId, id);
  }
}
