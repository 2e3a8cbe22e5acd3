import { createHash } from 'node:crypto';
import type { Exchange } from '../../http/exchange.ts';
import { RateWindow } from '../../http/rate-window.ts';
import type { AuthorizationServer } from '../../oauth/authorization-server.ts';
import { portraitOf } from '../../pages/portraits.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { badToken, notPermitted, tooMany } from './pinterest-refusal.ts';

export const SCOPES = [
  'user_accounts:read',
  'boards:read',
  'boards:write',
  'pins:read',
  'pins:write',
] as const;
type Scope = (typeof SCOPES)[number];

/** Returns the same digits for the same seed. */
const idOf = (seed: string): string =>
  String(
    500_000_000_000_000_000n + BigInt(`0x${createHash('sha256').update(seed).digest('hex').slice(0, 13)}`),
  );

export type Board = Readonly<{ id: string; name: string; privacy: 'PUBLIC' | 'SECRET' }>;

const BOARDS = [
  ['Recipes', 'PUBLIC'],
  ['Travel', 'PUBLIC'],
  ['Plans', 'SECRET'],
] as const;

/** Each account has three boards; accounts whose name begins with `noboard` have none. */
export const boardsOf = (account: string): readonly Board[] =>
  account.startsWith('noboard')
    ? []
    : BOARDS.map(([name, privacy]) => ({ id: idOf(`${account} ${name}`), name, privacy }));

/** The names by which a fault can select the account. */
export const names = (account: string): readonly string[] => [account, idOf(account)];

/** Checks who calls, and limits each account to 100 calls in a second. */
export class Users {
  readonly #context: SandboxContext;
  readonly #authorization: AuthorizationServer;
  readonly #calls: RateWindow;

  constructor(context: SandboxContext, authorization: AuthorizationServer) {
    this.#context = context;
    this.#authorization = authorization;
    this.#calls = new RateWindow(context.now, 100, 1);
  }

  /** The account behind the token. @throws Refusal 401, 403 or 429 */
  authenticate(exchange: Exchange, ...needed: readonly Scope[]): string {
    const holder = this.#authorization.holderOf(exchange.bearer() ?? '');
    if (typeof holder === 'string') throw badToken();
    const { account, scopes } = holder;
    if (this.#context.faults.take('pinterest', 'revoked', names(account))) {
      this.#authorization.end(account, 'revoke');
      throw badToken();
    }
    if (!this.#calls.take(account, 1, this.#context.settings().enforceRateLimits).allowed) throw tooMany(1);
    if (!needed.every((scope) => scopes.includes(scope))) throw notPermitted();
    return account;
  }

  view(account: string): object {
    return {
      id: idOf(account),
      username: account,
      account_type: 'BUSINESS',
      business_name: account.charAt(0).toUpperCase() + account.slice(1),
      profile_image: portraitOf(account),
      website_url: null,
      board_count: boardsOf(account).length,
      pin_count: 0,
      follower_count: 0,
      following_count: 0,
      monthly_views: 0,
    };
  }

  reset(): void {
    this.#calls.clear();
  }
}
