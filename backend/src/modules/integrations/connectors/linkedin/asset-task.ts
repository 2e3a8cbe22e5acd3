import type { AccountAccess } from '../contract/connector.ts';
import type { Asset } from './refs.ts';
import type { LinkedInSession } from './session.ts';

/** One file on its way to LinkedIn. */
export type AssetTask = Readonly<{
  session: LinkedInSession;
  access: AccountAccess;
  signal: AbortSignal;
  /** Stores how far the file at hand has come. */
  keep(asset: Asset): Promise<void>;
}>;
