import type { Event } from '@posthorn/event-sourcing';

type TargetOfPost = Readonly<{ postId: number; accountId: number; ownerId: string }>;

/** What became of a target without anybody who goes on with it. `nextAt`, `retryAt`: null where nothing is tried any more. */
export type TargetTroubleEvent =
  | Event<'PlatformPublishFailed', number, TargetOfPost & Readonly<{ retryAt: string | null }>>
  | Event<'PlatformPublishUnknown', number, TargetOfPost & Readonly<{ nextAt: string | null }>>
  | Event<'PublishLookedUp', number, TargetOfPost & Readonly<{ nextAt: string | null }>>;

/** `failed`: it is not out, and not tried again. `unknown`: only a person can tell. `content`: null where it was erased. */
export type TargetTrouble = Readonly<{ cause: 'failed' | 'unknown'; content: string | null }>;

/** Targets that failed or need a person, for the notices of their owners. */
export abstract class TroublesOfTargets {
  /** What needs the owner of a target now; null: nothing does, or its post was deleted. */
  abstract of(target: TargetOfPost): Promise<TargetTrouble | null>;
}
