import type { AccountAccess } from '../contract/account-access.ts';
import type { Asset } from './refs.ts';
import type { LinkedInSession } from './session.ts';

export type AssetUpload = Readonly<{ session: LinkedInSession; signal: AbortSignal }>;

/** One file on its way to LinkedIn. */
export type AssetTask = AssetUpload &
  Readonly<{
    access: AccountAccess;
    /** Stores how far the file at hand has come. */
    keep(asset: Asset): Promise<void>;
  }>;
