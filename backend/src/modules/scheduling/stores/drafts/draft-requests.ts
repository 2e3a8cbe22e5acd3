import type { DomainError } from '@posthorn/contracts/shared/refusal';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { Injectable, Logger } from '@nestjs/common';
import { Pool } from 'pg';
import { DraftIsGone, DraftIsScheduled, DraftWasChanged } from '../../domain/draft/draft-errors.ts';
import { postStream } from '../../domain/post/post.ts';
import { PostIds } from '../idempotency-keys/post-ids.ts';
import { fingerprintOf } from '../idempotency-keys/repeated-requests.ts';
import type { RequestedPost, RequestKeys } from '../idempotency-keys/request-keys.ts';
import { DraftRows, SHOWN_DRAFT } from './draft-rows.ts';
import { Drafts } from './drafts.ts';

/** A request that took a draft this long ago no longer writes the post. */
const CLAIM_IS_OVER = `claimed_at < now() - interval '1 minute'`;

/**
 * The id of a draft is the key of its post. The row of the draft has the id of the post from the first request on, and keeps it. A post is
 * scheduled only once under one id, so two windows make one post. The words stay until the log has the post, so a crash loses no draft.
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
  ) {}

  /** The ids of drafts as keys. `revision`: the one that the client has; null: any. */
  at(revision: number | null): RequestKeys {
    return {
      postFor: (userId, draftId, request) => this.postFor(userId, draftId, request),
      take: (userId, draftId, request) => this.take(userId, draftId, request, revision),
      giveBack: (userId, draftId, request) => this.#giveBack(userId, draftId, request),
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
  async take(
    userId: string,
    draftId: string,
    request: unknown,
    revision: number | null = null,
  ): Promise<void> {
    const { rowCount } = await this.pool.query(
      `update scheduling.draft set fingerprint = $3, claimed_at = now() where owner_id = $1 and id = $2
         and (fingerprint = $3 or (scheduled_at is null and (claimed_at is null or ${CLAIM_IS_OVER})
           and ($4::bigint is null or revision = $4)))`,
      [userId, draftId, fingerprintOf(request), revision],
    );
    if (rowCount === 0) throw await this.#whyNot(userId, draftId, revision);
  }

  async #whyNot(userId: string, draftId: string, revision: number | null): Promise<DomainError> {
    const { rows } = await this.pool.query<{ isTaken: boolean; isShown: boolean }>(
      `select claimed_at is not null as "isTaken", ${SHOWN_DRAFT} as "isShown" from scheduling.draft
       where owner_id = $1 and id = $2`,
      [userId, draftId],
    );
    const [row] = rows;
    if (revision === null || row?.isTaken) return new DraftIsScheduled(null);
    return row?.isShown ? new DraftWasChanged(await this.rows.one(userId, draftId)) : new DraftIsGone(null);
  }

  async #giveBack(userId: string, draftId: string, request: unknown): Promise<void> {
    await this.pool.query(
      `update scheduling.draft set fingerprint = null, claimed_at = null
       where owner_id = $1 and id = $2 and fingerprint = $3 and scheduled_at is null`,
      [userId, draftId, fingerprintOf(request)],
    );
  }

  /** The post is in the log. What fails here is repeated by `settle`. */
  async end(userId: string, draftId: string): Promise<void> {
    try {
      await this.drafts.end(userId, draftId);
    } catch (error) {
      this.#logger.warn({ msg: 'a scheduled draft stays for some minutes', err: error });
    }
  }

  /** Asks the log what became of a draft whose request took it long ago and did not finish. */
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
