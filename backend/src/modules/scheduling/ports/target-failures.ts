import type { Event } from '@posthorn/event-sourcing';

type TargetOfPost = Readonly<{ postId: number; accountId: number; ownerId: string }>;

/**
 * The events after which a target may need its owner. `nextAt`, `retryAt`: null: the product plans no further
 * try.
 */
export type TargetFailureEvent =
  | Event<'PlatformPublishFailed', number, TargetOfPost & Readonly<{ retryAt: string | null }>>
  | Event<'PlatformPublishUnknown', number, TargetOfPost & Readonly<{ nextAt: string | null }>>
  | Event<'PublishLookedUp', number, TargetOfPost & Readonly<{ nextAt: string | null }>>;

/**
 * `failed`: the target is not published, and the product does not try again. `unknown`: the owner must check whether the
 * platform has published the post.
 * `content`: null: it was erased.
 */
export type TargetFailure = Readonly<{ cause: 'failed' | 'unknown'; content: string | null }>;

/** Finds targets that failed or need a decision, for notices to their owners. */
export abstract class TargetFailures {
  /**
   * @returns the reason why the owner must act now; null: there is none, or the post was deleted or archived
   */
  abstract failureOf(target: TargetOfPost): Promise<TargetFailure | null>;

  /**
   * The causes of many targets, in the order of `targets`, with one query. The read model may be slightly
   * late.
   */
  abstract causesOf(
    ownerId: string,
    targets: readonly Omit<TargetOfPost, 'ownerId'>[],
  ): Promise<readonly (TargetFailure['cause'] | null)[]>;
}
