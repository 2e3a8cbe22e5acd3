import type { AccountOfPost } from './remote-posts.ts';

/** Cooldowns of servers: a server gets no calls for a while after too many calls to it failed. */
export abstract class ServerCooldowns {
  /**
   * The milliseconds until the server of the final call may get calls again; 0: now. Check this before the
   * intent is recorded. Otherwise an outage would leave records of calls that were never made.
   */
  abstract remainingCooldown(target: Omit<AccountOfPost, 'postId'>): Promise<number>;
}
