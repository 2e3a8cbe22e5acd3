import type { Event } from '@posthorn/event-sourcing';

type TargetOfPost = Readonly<{ postId: number; accountId: number; ownerId: string }>;

/** Events after which a target may go no further by itself. `nextAt`, `retryAt`: null where no further try is planned. */
export type TargetTroubleEvent =
  | Event<'PlatformPublishFailed', number, TargetOfPost & Readonly<{ retryAt: string | null }>>
  | Event<'PlatformPublishUnknown', number, TargetOfPost & Readonly<{ nextAt: string | null }>>
  | Event<'PublishLookedUp', number, TargetOfPost & Readonly<{ nextAt: string | null }>>;

/** `failed`: it is not published, and not tried again. `unknown`: only a person can decide. `content`: null where it was erased. */
export type TargetTrouble = Readonly<{ cause: 'failed' | 'unknown'; content: string | null }>;

/** Targets that failed or need a person, for the notices of their owners. */
export abstract class TargetTroubles {
  /** What the owner of a target has to decide now; null: nothing, or the post was deleted. */
  abstract of(target: TargetOfPost): Promise<TargetTrouble | null>;
}
