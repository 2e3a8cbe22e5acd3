import type { Platform } from '@posthorn/contracts/shared/platform';
import { personal, plain } from '@posthorn/event-sourcing/event-shape';

/** Which post, on which account, of whom: every event of a publication carries it. */
export type Target = Readonly<{ postId: number; accountId: number; ownerId: string; platform: Platform }>;

/** Marks what only its owner may know. */
export const owner = personal((data: Target) => data.ownerId);
/** Marks of what every event carries. */
export const target = { ownerId: plain, platform: plain } as const;
/** What the newer shape adds may be missing. */
export const unchanged = <Data>(data: Data): Data => data;
