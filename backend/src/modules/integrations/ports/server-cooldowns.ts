import type { AccountOfPost } from './remote-posts.ts';

/** Servers that get no calls for a while, because recent calls to them failed too often. */
export abstract class ServerCooldowns {
  /**
   * Milliseconds for which the server of the final call gets no calls; 0: the call may be made. Check this before the intent, so that an
   * outage leaves no records of calls that were never made.
   */
  abstract restOf(target: Omit<AccountOfPost, 'postId'>): Promise<number>;
}
