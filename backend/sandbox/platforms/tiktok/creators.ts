import { DAY_SECONDS } from '@posthorn/contracts/shared/durations';
import { createHash } from 'node:crypto';
import type { Exchange } from '../../http/exchange.ts';
import { RateWindow } from '../../http/rate-window.ts';
import type { AuthorizationServer, Holder } from '../../oauth/authorization-server.ts';
import { portraitOf } from '../../pages/portraits.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { FAULT_WORDS, refusal } from './tiktok-refusal.ts';

/**
 * Account names with a special meaning: a private account, one without comments, one that may not post, and one whose app is not audited.
 * Any other account is public, and belongs to an app that TikTok has audited.
 */
const SPECIAL = {
  private: 'private',
  silent: 'silent',
  banned: 'banned',
  unaudited: 'unaudited',
} as const;

const PUBLIC = ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'];
const PRIVATE = ['FOLLOWER_OF_CREATOR', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'];
const MAX_SECONDS = 600;

/** Checks who calls, and what that creator may do. */
export class Creators {
  readonly #context: SandboxContext;
  readonly #server: AuthorizationServer;
  readonly #windows: Readonly<Record<'query' | 'init' | 'status' | 'display', RateWindow>>;
  readonly #posts: RateWindow;

  constructor(context: SandboxContext, server: AuthorizationServer) {
    this.#context = context;
    this.#server = server;
    const perMinute = (limit: number): RateWindow => new RateWindow(context.now, limit, 60);
    this.#windows = {
      query: perMinute(20),
      init: perMinute(6),
      status: perMinute(30),
      display: perMinute(600),
    };
    this.#posts = new RateWindow(context.now, 15, DAY_SECONDS);
  }

  /** @throws Refusal 401 when the token is invalid or lacks a scope, 429 when the rate limit is reached */
  authenticate(exchange: Exchange, scope: string, budget: 'query' | 'init' | 'status' | 'display'): Holder {
    const holder = this.#server.holderOf(exchange.bearer() ?? '');
    if (typeof holder === 'string')
      throw refusal(401, 'access_token_invalid', 'The access token is invalid or not found in the request.');
    if (this.#context.faults.take('tiktok', 'revoked', [holder.account])) {
      this.#server.end(holder.account, 'revoke');
      throw refusal(401, 'access_token_invalid', 'The access token is invalid or not found in the request.');
    }
    if (!holder.scopes.includes(scope))
      throw refusal(401, 'scope_not_authorized', `The user did not authorize the scope ${scope}.`);
    const { enforceRateLimits } = this.#context.settings();
    if (!this.#windows[budget].take(holder.account, 1, enforceRateLimits).allowed)
      throw FAULT_WORDS.tooMany(60);
    return holder;
  }

  view(account: string): object {
    const isSilent = account === SPECIAL.silent;
    return {
      creator_avatar_url: portraitOf(account),
      creator_username: account,
      creator_nickname: nicknameOf(account),
      privacy_level_options: this.levelsOf(account),
      comment_disabled: isSilent,
      duet_disabled: isSilent,
      stitch_disabled: isSilent,
      max_video_post_duration_sec: MAX_SECONDS,
    };
  }

  levelsOf(account: string): readonly string[] {
    return account === SPECIAL.private ? PRIVATE : PUBLIC;
  }

  isCommentDisabled(account: string): boolean {
    return account === SPECIAL.silent;
  }

  /** @throws Refusal 403 when the account may not post, or not with this privacy level */
  checkMayPost(account: string, privacyLevel: string | null): void {
    if (account === SPECIAL.banned)
      throw refusal(403, 'spam_risk_user_banned_from_posting', 'The user is banned from making new posts.');
    if (account === SPECIAL.unaudited && privacyLevel !== null && privacyLevel !== 'SELF_ONLY')
      throw refusal(
        403,
        'unaudited_client_can_only_post_to_private_accounts',
        'Please review our integration guidelines at https://developers.tiktok.com/doc/content-sharing-guidelines/',
      );
  }

  /** Counts a post. The limit is fifteen posts a day, for all clients together. @throws Refusal 403 */
  spendPost(account: string): void {
    const { enforceRateLimits } = this.#context.settings();
    if (!this.#posts.take(account, 1, enforceRateLimits).allowed)
      throw refusal(
        403,
        'spam_risk_too_many_posts',
        'The daily post cap from the API is reached for the user.',
      );
  }

  reset(): void {
    for (const window of [...Object.values(this.#windows), this.#posts]) window.clear();
  }
}

export const openIdOf = (account: string): string =>
  `-000${createHash('sha256').update(`tiktok ${account}`).digest('base64url').slice(0, 32)}`;

export const nicknameOf = (account: string): string => account.charAt(0).toUpperCase() + account.slice(1);
