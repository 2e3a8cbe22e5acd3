import type { Exchange } from '../../http/exchange.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Route } from '../../http/router.ts';
import { CLIENT, OAuthFault, type AuthorizationServer } from '../../oauth/authorization-server.ts';
import { tokenLife } from '../../oauth/token-life.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { selectFields, fieldsOf, userIdOf, type ThreadsProfiles } from './profiles.ts';
import { badToken, invalidParameter } from './threads-refusal.ts';

const DAY_SECONDS = 86_400;
const LONG_SECONDS = 60 * DAY_SECONDS;

/**
 * A code is exchanged for a token of one hour, and that token for one of sixty days. A token that is at least a day old can be exchanged
 * for a new one of sixty days.
 */
export class TokenRoutes {
  readonly routes: readonly Route[] = [
    { method: 'POST', pattern: '/oauth/access_token', run: (exchange) => this.#redeem(exchange) },
    { method: 'GET', pattern: '/access_token', run: (exchange) => this.#exchangeForLong(exchange) },
    { method: 'GET', pattern: '/refresh_access_token', run: (exchange) => this.#renew(exchange) },
    { method: 'GET', pattern: '/v1.0/debug_token', run: (exchange) => this.#describeToken(exchange) },
    { method: 'GET', pattern: '/v1.0/me', run: (exchange) => this.#showMe(exchange) },
  ];

  readonly #context: SandboxContext;
  readonly #authorization: AuthorizationServer;
  readonly #profiles: ThreadsProfiles;

  constructor(context: SandboxContext, authorization: AuthorizationServer, profiles: ThreadsProfiles) {
    this.#context = context;
    this.#authorization = authorization;
    this.#profiles = profiles;
  }

  async #redeem(exchange: Exchange): Promise<void> {
    const fields = await fieldsOf(exchange);
    const field = (name: string): string => fields.get(name) ?? '';
    if (field('grant_type') !== 'authorization_code') throw refused('Invalid grant_type');
    const client = { clientId: field('client_id'), clientSecret: field('client_secret') };
    const grant = { code: field('code'), redirectUri: field('redirect_uri'), verifier: null };
    try {
      const { accessToken, holder } = this.#authorization.redeem({ ...client, ...grant });
      // The id is a JSON number, as on Threads: a client that parses it as a number loses its last digits.
      const body = `{"access_token":${JSON.stringify(accessToken)},"user_id":${userIdOf(holder.account)}}`;
      exchange.send(200, body, 'application/json; charset=utf-8');
    } catch (error) {
      if (error instanceof OAuthFault) throw refused(error.description);
      throw error;
    }
  }

  async #exchangeForLong(exchange: Exchange): Promise<void> {
    const fields = await fieldsOf(exchange);
    if (fields.get('grant_type') !== 'th_exchange_token') throw invalidParameter('Invalid grant_type');
    if (fields.get('client_secret') !== CLIENT.secret) throw invalidParameter('Invalid client_secret');
    const token = this.#knownToken(fields);
    if (token.lifeSeconds > DAY_SECONDS) throw invalidParameter('This token is long-lived already');
    exchange.reply(200, this.#longLivedToken(token.holder));
  }

  async #renew(exchange: Exchange): Promise<void> {
    const fields = await fieldsOf(exchange);
    if (fields.get('grant_type') !== 'th_refresh_token') throw invalidParameter('Invalid grant_type');
    const token = this.#knownToken(fields);
    if (token.lifeSeconds <= DAY_SECONDS) throw invalidParameter('Only long-lived tokens can be refreshed');
    if (token.ageSeconds < DAY_SECONDS) throw invalidParameter('The token must be at least 24 hours old');
    exchange.reply(200, this.#longLivedToken(token.holder));
  }

  async #describeToken(exchange: Exchange): Promise<void> {
    const fields = await fieldsOf(exchange);
    this.#profiles.authenticate(exchange, fields, null);
    const inspected = fields.get('input_token') ?? '';
    const holder = this.#authorization.holderOf(inspected);
    const isValid = typeof holder !== 'string';
    const details = isValid ? { scopes: holder.scopes, user_id: userIdOf(holder.account) } : { scopes: [] };
    exchange.reply(200, { data: { type: 'USER', application: 'Posthorn', is_valid: isValid, ...details } });
  }

  async #showMe(exchange: Exchange): Promise<void> {
    const fields = await fieldsOf(exchange);
    const account = this.#profiles.authenticate(exchange, fields);
    exchange.reply(200, selectFields(this.#profiles.view(account), fields));
  }

  #longLivedToken(holder: Parameters<AuthorizationServer['issue']>[0]): object {
    const { accessToken, accessSeconds } = this.#authorization.issue(holder, LONG_SECONDS);
    return { access_token: accessToken, token_type: 'bearer', expires_in: accessSeconds };
  }

  /** @throws Refusal 401 */
  #knownToken(fields: URLSearchParams) {
    const token = fields.get('access_token') ?? '';
    const holder = this.#authorization.holderOf(token);
    if (typeof holder === 'string') throw badToken(holder);
    return { holder, ...tokenLife(token, this.#context) };
  }
}

/** This call alone has its own error format. */
const refused = (message: string): Refusal =>
  new Refusal(400, { error_type: 'OAuthException', code: 400, error_message: message });
