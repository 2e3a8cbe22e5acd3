import { createHash } from 'node:crypto';
import type { Exchange } from '../../http/exchange.ts';
import { RateWindow } from '../../http/rate-window.ts';
import type { Route } from '../../http/router.ts';
import type { AuthorizationServer } from '../../oauth/authorization-server.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import {
  BUSINESS_FAULT_WORDS,
  businessEnvelope,
  businessRefusal,
  invalidParameter,
} from './business-refusal.ts';
import { nicknameOf } from './creators.ts';

export const BUSINESS_SCOPES = [
  ...['user.info.basic', 'user.info.username', 'video.list', 'comment.list', 'comment.list.manage'],
];

/** The account's id in the API for Business, which differs from its id in the Content Posting API. */
export const businessIdOf = (account: string): string =>
  `-000${createHash('sha256').update(`tiktok business ${account}`).digest('base64url').slice(0, 32)}`;

/** Checks who calls the API for Business, and returns the caller's profile. */
export class BusinessDoor {
  readonly routes: readonly Route[] = [
    {
      method: 'GET',
      pattern: '/open_api/v1.3/business/get/',
      run: (exchange) => {
        const account = this.open(exchange, 'user.info.username', exchange.query.get('business_id'));
        exchange.reply(200, businessEnvelope({ username: account, display_name: nicknameOf(account) }));
      },
    },
  ];

  readonly #context: SandboxContext;
  readonly #server: AuthorizationServer;
  readonly #calls: RateWindow;

  constructor(context: SandboxContext, server: AuthorizationServer) {
    this.#context = context;
    this.#server = server;
    this.#calls = new RateWindow(context.now, 40, 60);
  }

  /** Returns the account of the token. @throws Refusal 40105, 40001, 40002, 40100 */
  open(exchange: Exchange, scope: string, businessId: unknown): string {
    const holder = this.#server.holderOf(exchange.header('access-token') ?? '');
    if (typeof holder === 'string')
      throw businessRefusal(40_105, 'Access token is incorrect or has been revoked.');
    const { account, scopes } = holder;
    if (this.#context.faults.take('tiktok', 'revoked', [account])) {
      this.#server.end(account, 'revoke');
      throw businessRefusal(40_105, 'Access token is incorrect or has been revoked.');
    }
    if (!scopes.includes(scope)) throw businessRefusal(40_001, `No permission to operate: ${scope}.`);
    if (businessId !== businessIdOf(account)) throw invalidParameter('business_id: Invalid value.');
    const key = `${account} ${exchange.url.pathname}`;
    if (!this.#calls.take(key, 1, this.#context.settings().enforceRateLimits).allowed)
      throw BUSINESS_FAULT_WORDS.tooMany(60);
    return account;
  }
}
