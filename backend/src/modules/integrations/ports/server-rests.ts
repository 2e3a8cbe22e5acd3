import type { AccountOfPost } from './remote-posts.ts';

/** Servers that are left alone for a while, because calls to them failed too often lately. */
export abstract class ServerRests {
  /**
   * Milliseconds for which the server that the final call goes to is left alone yet; 0: the call may be made. To be asked before the
   * intent, so that an outage leaves no trace of calls that were never made.
   */
  abstract restOf(target: Omit<AccountOfPost, 'postId'>): Promise<number>;
}
