import type { DomainError } from '@posthorn/contracts/shared/refusal';
import type { FreshPost } from './post-ids.ts';

/** `seen` is absent when an earlier request had the same key. `other`: that request had other content, and this is the answer if its post exists. */
export type RequestedPost = Pick<FreshPost, 'postId'> &
  Partial<FreshPost> &
  Readonly<{ other?: DomainError }>;

/** A request with a key that is about to write this post. */
export type KeyedRequest = Readonly<{ userId: string; key: string; postId: number; request: unknown }>;

/** Which post a request with a key is about. A key is an Idempotency-Key, or the id of a draft. */
export type RequestKeys = Readonly<{
  /** Always the same post for one key. The caller, who knows the post, decides whether another request may have the key. */
  postFor(userId: string, key: string | null, request: unknown): Promise<RequestedPost>;
  /**
   * Takes the key before the post is written. Requests with the same content share it. Of requests with different content only one gets it.
   * @throws DomainError when another request has it, or when it leads to another post by now
   */
  take(keyed: KeyedRequest): Promise<void>;
  /** This request took the key and was refused. Others may have the key when the last request that shares it has given it back. */
  giveBack(keyed: KeyedRequest): Promise<void>;
}>;
