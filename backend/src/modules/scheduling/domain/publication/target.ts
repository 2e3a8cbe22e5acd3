import type { Platform } from '@posthorn/contracts/shared/platform';
import { personal, plain } from '@posthorn/event-sourcing/event-shape';

/** Every event of a publication carries its post, its account, its owner and its platform. */
export type Target = Readonly<{ postId: number; accountId: number; ownerId: string; platform: Platform }>;

/** Marks what only the owner may read. */
export const owner = personal((data: Target) => data.ownerId);
/** Marks of the fields that every event carries. */
export const target = { ownerId: plain, platform: plain } as const;
/** Fields that the newer schema adds may be missing. */
export const unchanged = <Data>(data: Data): Data => data;
