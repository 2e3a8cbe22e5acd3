import type { DomainError } from '@posthorn/contracts/shared/refusal';
import type { FreshPost } from './post-ids.ts';

/**
 * The post of a request. `seen` is absent when an earlier request had the same key. `other`: the error to
 * throw if the post exists, because the earlier request had other content.
 */
export type RequestedPost = Pick<FreshPost, 'postId'> &
  Partial<FreshPost> &
  Readonly<{ other?: DomainError }>;

/** A request with a key that writes this post next. */
export type KeyedRequest = Readonly<{ userId: string; key: string; postId: number; request: unknown }>;

/** Maps the key of a request to a post. The key is an Idempotency-Key or the id of a draft. */
export type RequestKeys = Readonly<{
  /**
   * Returns the same post for a key. The caller knows the state of the post, and decides whether another
   * request may use the key.
   */
  postFor(userId: string, key: string | null, request: unknown): Promise<RequestedPost>;
  /**
   * Takes the key before the caller writes the post. Requests with the same content share the key. Of
   * requests with different content, only one takes the key.
   * @throws DomainError when a request with other content has the key, or the key maps to another post by now
   */
  take(keyed: KeyedRequest): Promise<void>;
  /**
   * Releases the key after the request was refused. Requests with other content may take the key when all
   * requests that share it have released it.
   */
  giveBack(keyed: KeyedRequest): Promise<void>;
}>;
