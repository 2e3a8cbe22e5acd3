import { Injectable, Logger } from '@nestjs/common';
import { Pool } from 'pg';

/**
 * The claimant of a remote post: the publication of a post (`postId`) or a reply (`replyId`). Without either
 * id, it cannot claim.
 */
export type Claimant = Readonly<{ accountId: number; postId?: number; replyId?: string }>;

/**
 * A remote post that was found only by its text belongs to its first claimant. So two publications or replies
 * with the same text cannot both treat it as theirs.
 */
@Injectable()
export class RemoteClaims {
  readonly #logger = new Logger('accounts');

  constructor(private readonly pool: Pool) {}

  /** Claims a remote post; false: another claimant has claimed it, or this claimant cannot claim. */
  async claim(claimant: Claimant, remoteId: string): Promise<boolean> {
    if (!canClaim(claimant)) return false;
    const { rows } = await this.pool.query<ClaimRow>(
      `insert into integrations.remote_post (account_id, remote_id, post_id, reply_id) values ($1, $2, $3, $4)
       on conflict (account_id, remote_id) do update set remote_id = excluded.remote_id
       returning post_id as "postId", reply_id as "replyId"`,
      [claimant.accountId, remoteId, claimant.postId ?? null, claimant.replyId ?? null],
    );
    return rows.some((row) => isOf(claimant, row));
  }

  /** Whether no other claimant has claimed the remote post. */
  async isFree(claimant: Claimant, remoteId: string): Promise<boolean> {
    const { rows } = await this.pool.query<ClaimRow>(
      `select post_id as "postId", reply_id as "replyId" from integrations.remote_post
       where account_id = $1 and remote_id = $2`,
      [claimant.accountId, remoteId],
    );
    return rows.every((row) => isOf(claimant, row));
  }

  /**
   * Records an id that the platform returned for the claimant's call. This overrides any claim. An error is
   * only logged, because the outcome of the call must not be lost.
   */
  async recordPublished(claimant: Claimant, remoteId: string): Promise<void> {
    const { accountId, postId, replyId } = claimant;
    try {
      await this.pool.query(
        `insert into integrations.remote_post (account_id, remote_id, post_id, reply_id) values ($1, $2, $3, $4)
         on conflict (account_id, remote_id) do update set post_id = excluded.post_id, reply_id = excluded.reply_id`,
        [accountId, remoteId, postId ?? null, replyId ?? null],
      );
    } catch (error) {
      this.#logger.warn({
        msg: 'The remote id of a published post or reply was not stored; the event log has it',
        accountId,
        postId,
        replyId,
        err: error,
      });
    }
  }
}

type ClaimRow = Readonly<{ postId: string | null; replyId: string | null }>;

const canClaim = ({ postId, replyId }: Claimant): boolean => postId !== undefined || replyId !== undefined;

const isOf = (claimant: Claimant, { postId, replyId }: ClaimRow): boolean =>
  canClaim(claimant) &&
  (postId === null ? null : Number(postId)) === (claimant.postId ?? null) &&
  replyId === (claimant.replyId ?? null);
