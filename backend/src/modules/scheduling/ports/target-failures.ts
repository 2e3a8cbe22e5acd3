import type { Event } from '@posthorn/event-sourcing';

type TargetOfPost = Readonly<{ postId: number; accountId: number; ownerId: string }>;

/** Events after which a target may need its owner. `nextAt`, `retryAt`: null where the product plans no further try. */
export type TargetFailureEvent =
  | Event<'PlatformPublishFailed', number, TargetOfPost & Readonly<{ retryAt: string | null }>>
  | Event<'PlatformPublishUnknown', number, TargetOfPost & Readonly<{ nextAt: string | null }>>
  | Event<'PublishLookedUp', number, TargetOfPost & Readonly<{ nextAt: string | null }>>;

/** `failed`: the target is not published, and the product does not try again. `unknown`: a person must decide. `content`: null where it was erased. */
export type TargetFailure = Readonly<{ cause: 'failed' | 'unknown'; content: string | null }>;

/** Targets that failed or need a person, for the notices of their owners. */
export abstract class TargetFailures {
  /** @returns why the owner of the target must act now; null: there is no reason, or the post was deleted */
  abstract failureOf(target: TargetOfPost): Promise<TargetFailure | null>;

  /** The causes of many targets for a list, in their order, with one query. They may be a moment old. */
  abstract causesOf(
    ownerId: string,
    targets: readonly Omit<TargetOfPost, 'ownerId'>[],
  ): Promise<readonly (TargetFailure['cause'] | null)[]>;
}
