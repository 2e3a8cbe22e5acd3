import { Injectable, Logger } from '@nestjs/common';
import { Pool } from 'pg';

/** Whose something at a platform is: of the publication of a post, or of a reply. With neither nothing can be claimed. */
export type Claimant = Readonly<{ accountId: number; postId?: number; replyId?: string }>;

/**
 * What is found at a platform by its text alone belongs to whoever claims it first: two publications of one text, or two replies, must
 * not both count the same one as theirs.
 */
@Injectable()
export class RemoteClaims {
  readonly #logger = new Logger('accounts');

  constructor(private readonly pool: Pool) {}

  /** False when somebody else has it. */
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

  /** Whether nobody else has it. */
  async isFree(claimant: Claimant, remoteId: string): Promise<boolean> {
    const { rows } = await this.pool.query<ClaimRow>(
      `select post_id as "postId", reply_id as "replyId" from integrations.remote_post
       where account_id = $1 and remote_id = $2`,
      [claimant.accountId, remoteId],
    );
    return rows.every((row) => isOf(claimant, row));
  }

  /** The platform itself named it in its answer: nothing is stronger. A failure here must not lose the outcome. */
  async own(claimant: Claimant, remoteId: string): Promise<void> {
    const { accountId, postId, replyId } = claimant;
    try {
      await this.pool.query(
        `insert into integrations.remote_post (account_id, remote_id, post_id, reply_id) values ($1, $2, $3, $4)
         on conflict (account_id, remote_id) do update set post_id = excluded.post_id, reply_id = excluded.reply_id`,
        [accountId, remoteId, postId ?? null, replyId ?? null],
      );
    } catch (error) {
      this.#logger.warn({ msg: 'remote post not noted', accountId, postId, replyId, err: error });
    }
  }
}

type ClaimRow = Readonly<{ postId: string | null; replyId: string | null }>;

const canClaim = ({ postId, replyId }: Claimant): boolean => postId !== undefined || replyId !== undefined;

const isOf = (claimant: Claimant, { postId, replyId }: ClaimRow): boolean =>
  canClaim(claimant) &&
  (postId === null ? null : Number(postId)) === (claimant.postId ?? null) &&
  replyId === (claimant.replyId ?? null);
