import { DAY_SECONDS, HOUR_SECONDS } from '@posthorn/contracts/shared/durations';
import { finalCall } from '../../faults/final-call.ts';
import type { Exchange } from '../../http/exchange.ts';
import { isObject, textOf, type JsonRecord } from '../../http/json.ts';
import type { Route } from '../../http/router.ts';
import { RateWindow } from '../../http/rate-window.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import type { BlueskyActor, BlueskyStore } from './bluesky-store.ts';
import type { IdentityRoutes } from './identity-routes.ts';
import { POSTS } from './identity.ts';
import { rateHeaders } from './rate-headers.ts';
import type { Repo, Write } from './repo.ts';
import type { BlueskyLogins } from './sessions.ts';
import { faultWords, field, input, invalid, param, refusal } from './xrpc.ts';

/** Writes to the account's repository and reads from it. */
export class RepoRoutes {
  readonly routes: readonly Route[] = [
    { method: 'POST', pattern: '/xrpc/com.atproto.repo.putRecord', run: (exchange) => this.#put(exchange) },
    {
      method: 'POST',
      pattern: '/xrpc/com.atproto.repo.createRecord',
      run: (exchange) => this.#create(exchange),
    },
    {
      method: 'POST',
      pattern: '/xrpc/com.atproto.repo.deleteRecord',
      run: (exchange) => this.#delete(exchange),
    },
    {
      method: 'GET',
      pattern: '/xrpc/com.atproto.repo.getRecord',
      run: (exchange) => {
        this.#get(exchange);
      },
    },
  ];
  readonly #hour: RateWindow;
  readonly #day: RateWindow;

  readonly #context: SandboxContext;
  readonly #store: BlueskyStore;
  readonly #repo: Repo;
  readonly #sessions: BlueskyLogins;
  readonly #identity: IdentityRoutes;

  constructor(
    context: SandboxContext,
    store: BlueskyStore,
    repo: Repo,
    sessions: BlueskyLogins,
    identity: IdentityRoutes,
  ) {
    this.#context = context;
    this.#store = store;
    this.#repo = repo;
    this.#sessions = sessions;
    this.#identity = identity;
    this.#hour = new RateWindow(context.now, 5000, HOUR_SECONDS);
    this.#day = new RateWindow(context.now, 35_000, DAY_SECONDS);
  }

  reset(): void {
    this.#hour.clear();
    this.#day.clear();
  }

  async #put(exchange: Exchange): Promise<void> {
    const { account, body } = await this.#authorizeWrite(exchange, 2);
    const write = { ...writeOf(body), rkey: field(body, 'rkey') };
    const swap = body['swapRecord'];
    if (swap !== undefined && swap !== null && typeof swap !== 'string')
      throw invalid('Error: swapRecord must be a cid');
    this.#run(exchange, account, write.collection, () => this.#repo.put(account, write, swap));
  }

  async #create(exchange: Exchange): Promise<void> {
    const { account, body } = await this.#authorizeWrite(exchange, 3);
    const write = { ...writeOf(body), rkey: textOf(body['rkey']) };
    this.#run(exchange, account, write.collection, () => this.#repo.create(account, write));
  }

  async #delete(exchange: Exchange): Promise<void> {
    const { account, body } = await this.#authorizeWrite(exchange, 1);
    exchange.reply(200, this.#repo.delete(account.did, field(body, 'collection'), field(body, 'rkey')));
  }

  /** Faults strike only when a post is written, because that call cannot be undone. */
  #run(exchange: Exchange, { did, handle }: BlueskyActor, collection: string, write: () => object): void {
    if (collection !== POSTS) {
      exchange.reply(200, write());
      return;
    }
    const words = faultWords(this.#context.now);
    finalCall(exchange, this.#context.faults, { platform: 'bluesky', names: [did, handle], words }, write);
  }

  /** Returns the account and the body of a write. @param points what this kind of write costs of the rate limits */
  async #authorizeWrite(
    exchange: Exchange,
    points: number,
  ): Promise<{ account: BlueskyActor; body: JsonRecord }> {
    const account = this.#sessions.authenticate(exchange);
    const body = await input(exchange);
    const repo = field(body, 'repo').toLowerCase();
    if (repo !== account.did && repo !== account.handle)
      throw refusal(401, 'AuthenticationRequired', 'Invalid repo');
    this.#spend(exchange, account.did, points);
    return { account, body };
  }

  #spend(exchange: Exchange, did: string, points: number): void {
    const enforced = this.#context.settings().enforceRateLimits;
    const states = [this.#hour, this.#day].map((window) => window.take(did, points, enforced));
    const worst = states.find(({ allowed }) => !allowed) ?? states[0];
    if (!worst) return;
    const headers = rateHeaders(worst);
    for (const [name, value] of Object.entries(headers)) exchange.response.setHeader(name, value);
    if (worst.allowed) return;
    const wait = Math.max(1, Math.ceil((worst.resetAt - this.#context.now()) / 1000));
    throw refusal(429, 'RateLimitExceeded', 'Rate Limit Exceeded', { 'Retry-After': String(wait) });
  }

  #get(exchange: Exchange): void {
    const did = this.#repoParam(exchange);
    const name = { did, collection: param(exchange, 'collection'), rkey: param(exchange, 'rkey') };
    const record = this.#store.record(name);
    const cid = exchange.query.get('cid');
    if (!record || (cid && cid !== record.cid))
      throw refusal(
        400,
        'RecordNotFound',
        `Could not locate record: at://${did}/${name.collection}/${name.rkey}`,
      );
    exchange.reply(200, { uri: record.uri, cid: record.cid, value: record.record });
  }

  #repoParam(exchange: Exchange): string {
    const repo = param(exchange, 'repo').toLowerCase();
    const did = repo.startsWith('did:') ? repo : this.#identity.resolve(repo);
    if (!did || !this.#identity.handleOf(did)) throw invalid(`Could not find repo: ${repo}`);
    return did;
  }
}

function writeOf(body: JsonRecord): Omit<Write, 'rkey'> {
  const { record } = body;
  if (!isObject(record)) throw invalid('Error: Input must have the property "record"');
  return { collection: field(body, 'collection'), record };
}
