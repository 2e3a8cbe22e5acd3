import { DAY_SECONDS, HOUR_SECONDS } from '@posthorn/contracts/shared/durations';
import type { Fault } from '../../faults/fault-plan.ts';
import { finalCall } from '../../faults/final-call.ts';
import type { Exchange } from '../../http/exchange.ts';
import { RateWindow, type RateState } from '../../http/rate-window.ts';
import type { Route } from '../../http/router.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { BLOB_UPLOAD_LIMIT } from './blob-routes.ts';
import type { BlueskyActor, BlueskyStore } from './bluesky-store.ts';
import { didDocument, didOf, handleExists, isDid, PDS_DID, plainHandle } from './identity.ts';
import { rateHeaders } from './rate-headers.ts';
import type { BlueskyLogins, TokenPair } from './sessions.ts';
import { faultWords, field, input, param, refusal } from './xrpc.ts';

const APP_PASSWORD = /^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/i;
/** Ends a login. A fault can strike this call, although faults usually strike only the call that publishes a post. */
export const END_LOGIN_CALL = 'POST com.atproto.server.deleteSession';

/** Login, tokens and the description of the server. */
export class SessionRoutes {
  readonly routes: readonly Route[] = [
    { method: 'GET', pattern: '/xrpc/com.atproto.server.describeServer', run: describe },
    {
      method: 'POST',
      pattern: '/xrpc/com.atproto.server.createSession',
      run: (exchange) => this.#create(exchange),
    },
    {
      method: 'POST',
      pattern: '/xrpc/com.atproto.server.refreshSession',
      run: (exchange) => {
        const { account, ...pair } = this.#sessions.refresh(exchange);
        exchange.reply(200, sessionView(account, pair));
      },
    },
    {
      method: 'GET',
      pattern: '/xrpc/com.atproto.server.getSession',
      run: (exchange) => {
        exchange.reply(200, sessionView(this.#sessions.authenticate(exchange), null));
      },
    },
    {
      method: 'POST',
      pattern: '/xrpc/com.atproto.server.deleteSession',
      run: (exchange) => {
        this.#delete(exchange);
      },
    },
    {
      method: 'GET',
      pattern: '/xrpc/com.atproto.server.getServiceAuth',
      run: (exchange) => {
        this.#serviceAuth(exchange);
      },
    },
  ];
  readonly #context: SandboxContext;
  readonly #store: BlueskyStore;
  readonly #sessions: BlueskyLogins;
  /** The limits of logins in five minutes and in a day. */
  readonly #loginWindows: readonly [RateWindow, RateWindow];

  constructor(context: SandboxContext, store: BlueskyStore, sessions: BlueskyLogins) {
    this.#context = context;
    this.#store = store;
    this.#sessions = sessions;
    this.#loginWindows = [
      new RateWindow(context.now, 30, 300),
      new RateWindow(context.now, 300, DAY_SECONDS),
    ];
  }

  reset(): void {
    for (const window of this.#loginWindows) window.clear();
  }

  async #create(exchange: Exchange): Promise<void> {
    const body = await input(exchange);
    const identifier = plainHandle(field(body, 'identifier'));
    const password = field(body, 'password');
    this.#spendLogin(exchange, identifier);
    const account = this.#accountOf(identifier);
    if (!account || !APP_PASSWORD.test(password) || /^bad/i.test(password))
      throw refusal(401, 'AuthenticationRequired', 'Invalid identifier or password');
    if (this.#context.faults.take('bluesky', 'revoked', [account.did, account.handle]))
      throw refusal(401, 'AuthenticationRequired', 'Invalid identifier or password');
    const pair = this.#sessions.open(account, password);
    if (!pair) throw refusal(401, 'AuthenticationRequired', 'Invalid identifier or password');
    exchange.reply(200, sessionView(account, pair));
  }

  #accountOf(identifier: string): BlueskyActor | null {
    if (isDid(identifier)) return this.#store.accounts.get(identifier) ?? null;
    return handleExists(identifier) ? { did: didOf(identifier), handle: identifier } : null;
  }

  /** The limit on logins is always enforced, so that specs find a connector that logs in for every post. */
  #spendLogin(exchange: Exchange, identifier: string): void {
    const states: readonly RateState[] = this.#loginWindows.map((window) => window.take(identifier, 1, true));
    const worst = states.find(({ allowed }) => !allowed) ?? states[0];
    if (!worst) return;
    const headers = rateHeaders(worst);
    for (const [name, value] of Object.entries(headers)) exchange.response.setHeader(name, value);
    if (worst.allowed) return;
    const wait = Math.max(1, Math.ceil((worst.resetAt - this.#context.now()) / 1000));
    throw refusal(429, 'RateLimitExceeded', 'Rate Limit Exceeded', {
      ...headers,
      'Retry-After': String(wait),
    });
  }

  #delete(exchange: Exchange): void {
    const call = {
      platform: 'bluesky',
      names: [],
      words: faultWords(this.#context.now),
      matches: (fault: Fault) => fault.call === END_LOGIN_CALL,
      answer: () => {
        exchange.send(200, '', 'application/json');
      },
    };
    finalCall(exchange, this.#context.faults, call, () => {
      this.#sessions.end(exchange);
    });
  }

  #serviceAuth(exchange: Exchange): void {
    const { did } = this.#sessions.authenticate(exchange);
    const audience = param(exchange, 'aud');
    const method = exchange.query.get('lxm');
    const now = Math.floor(this.#context.now() / 1000);
    const expires = Number(exchange.query.get('exp') ?? now + 60);
    const badExpiration = (message: string): Error => refusal(400, 'BadExpiration', message);
    if (!Number.isInteger(expires)) throw badExpiration('expiration is no integer');
    if (expires < now) throw badExpiration('expiration is in past');
    if (expires - now > HOUR_SECONDS)
      throw badExpiration('cannot request a token with an expiration more than an hour in the future');
    if (!method && expires - now > 60)
      throw badExpiration(
        'cannot request a method-less token with an expiration more than a minute in the future',
      );
    exchange.reply(200, { token: this.#sessions.serviceToken(did, audience, method, expires) });
  }
}

const sessionView = ({ did, handle }: BlueskyActor, pair: TokenPair | null): object => ({
  ...pair,
  did,
  handle,
  didDoc: didDocument(did, handle),
  email: `${handle.split('.', 1)[0] ?? ''}@mail.sandbox.test`,
  emailConfirmed: true,
  emailAuthFactor: false,
  active: true,
});

function describe(exchange: Exchange): void {
  exchange.reply(200, {
    did: PDS_DID,
    availableUserDomains: ['.sandbox.test'],
    inviteCodeRequired: false,
    phoneVerificationRequired: false,
    blobUploadLimit: BLOB_UPLOAD_LIMIT,
    links: {},
    contact: {},
  });
}
