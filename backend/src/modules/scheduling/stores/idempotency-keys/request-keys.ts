import type { DomainError } from '@posthorn/contracts/shared/refusal';
import type { FreshPost } from './post-ids.ts';

/** `seen` is absent when an earlier request had the same key. `other`: that request had other content, and this is the answer if its post exists. */
export type RequestedPost = Pick<FreshPost, 'postId'> &
  Partial<FreshPost> &
  Readonly<{ other?: DomainError }>;

/** Which post a request with a key is about. A key is an Idempotency-Key, or the id of a draft. */
export type RequestKeys = Readonly<{
  /** Always the same post for one key. The caller, who knows the post, decides whether another request may have the key. */
  postFor(userId: string, key: string | null, request: unknown): Promise<RequestedPost>;
  /**
   * Takes the key before the post is written. Requests with the same content share it. Of requests with different content only one gets it.
   * @throws DomainError when another request has it
   */
  take(userId: string, key: string, request: unknown): Promise<void>;
  /** The request that took the key was refused: others may have the key. */
  giveBack(userId: string, key: string, request: unknown): Promise<void>;
}>;
