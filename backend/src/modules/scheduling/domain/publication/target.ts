import type { Platform } from '@posthorn/contracts/shared/platform';
import { personal, plain } from '@posthorn/event-sourcing/event-shape';

/** Every event of a publication contains its post, account, owner and platform. */
export type Target = Readonly<{ postId: number; accountId: number; ownerId: string; platform: Platform }>;

/** The mark of fields that only the owner may read: they are encrypted with the owner's key. */
export const ownerOnly = personal((data: Target) => data.ownerId);
/** The marks of the fields that every event contains. */
export const targetFields = { ownerId: plain, platform: plain } as const;
/** An upcast that changes nothing: the fields that the newer schema adds are optional. */
export const unchanged = <Data>(data: Data): Data => data;
