import { createHash } from 'node:crypto';
import type { Exchange } from '../../http/exchange.ts';
import type { AuthorizationServer, Holder } from '../../oauth/authorization-server.ts';
import { portraitOf } from '../../pages/portraits.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import type { MastodonAccount, MastodonEntry, MastodonStore } from './mastodon-store.ts';
import { refusal } from './mastodon-refusal.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns eighteen digits, the same for the same seed. */
const idOf = (seed: string): string =>
  String(100_000_000_000_000_000n + BigInt(`0x${sha256(seed).slice(0, 14)}`));

/**
 * Finds the account of a token. A manual token always belongs to the same account, even after a reset.
 * A token from the consent page belongs to the account that was signed in there.
 */
export class Accounts {
  readonly #context: SandboxContext;
  readonly #store: MastodonStore;
  readonly #authorization: AuthorizationServer;
  readonly #commit: (entry: MastodonEntry) => void;

  constructor(
    context: SandboxContext,
    store: MastodonStore,
    authorization: AuthorizationServer,
    commit: (entry: MastodonEntry) => void,
  ) {
    this.#context = context;
    this.#store = store;
    this.#authorization = authorization;
    this.#commit = commit;
  }

  /** @throws Refusal 401 */
  authenticate(exchange: Exchange): MastodonAccount {
    const token = exchange.bearer();
    if (!token || /^bad/i.test(token)) throw refusal(401, 'The access token is invalid');
    const holder = this.#holderOf(token);
    // The application’s own token has no account.
    if (holder?.account === '') throw refusal(422, 'This method requires an authenticated user');
    const account = holder
      ? this.#accountNamed(holder.account, exchange.host)
      : this.#accountOf(token, exchange.host);
    const isRevoked = this.#store.isRevoked(sha256(token));
    if (isRevoked || this.#context.faults.take('mastodon', 'revoked', this.names(account)))
      throw refusal(401, 'The access token was revoked');
    return account;
  }

  /** Like `authenticate`, for a call that changes something. @throws Refusal 401 or 403 */
  authenticateWriter(exchange: Exchange, scope: `write:${string}`): MastodonAccount {
    const account = this.authenticate(exchange);
    const granted = this.scopes(exchange);
    if (!granted.includes('write') && !granted.includes(scope))
      throw refusal(403, 'This action is outside the authorized scopes');
    return account;
  }

  /** Like `authenticate`, for a call that requires a reading scope. @throws Refusal 401 or 403 */
  authenticateReader(exchange: Exchange, scope: 'read:notifications'): MastodonAccount {
    const account = this.authenticate(exchange);
    const granted = this.scopes(exchange);
    if (!granted.includes('read') && !granted.includes(scope))
      throw refusal(403, 'This action is outside the authorized scopes');
    return account;
  }

  /** A manual token that begins with `readonly` has no writing scope. @throws Refusal 401 */
  scopes(exchange: Exchange): readonly string[] {
    const token = exchange.bearer();
    if (!token || /^bad/i.test(token)) throw refusal(401, 'The access token is invalid');
    const holder = this.#holderOf(token);
    if (holder) return holder.scopes;
    return /^readonly/i.test(token) ? ['read'] : ['read', 'write'];
  }

  /** The names by which a fault can select the account. */
  names(account: MastodonAccount): readonly string[] {
    return [account.username, fullName(account), account.id];
  }

  revoke(token: string): void {
    this.#commit({ type: 'token-revoked', token: sha256(token) });
  }

  /** The account of a commenter: `ben` is on this instance, `ben@elsewhere.example` on `elsewhere.example`. */
  commenter(host: string, author: string, bot: boolean): MastodonAccount {
    const [name = '', domain] = author.trim().replace(/^@/, '').split('@');
    const username = name.replace(/[^\w]+/g, '_').replace(/^_+|_+$/g, '') || 'someone';
    const elsewhere = domain && domain !== host ? domain.toLowerCase() : null;
    const id = idOf(`${host} ${username.toLowerCase()}@${elsewhere ?? host}`);
    return this.#ensureAccount({ id, host, username, domain: elsewhere, ...(bot && { bot }) });
  }

  find(host: string, user: string, domain: string | null): MastodonAccount | null {
    const remoteDomain = domain === null || domain === host ? null : domain.toLowerCase();
    const name = user.toLowerCase();
    for (const account of this.#store.accounts.values()) {
      if (account.host === host && account.domain === remoteDomain && account.username.toLowerCase() === name)
        return account;
    }
    return null;
  }

  byId(host: string, id: string): MastodonAccount | null {
    const account = this.#store.accounts.get(id);
    return account?.host === host ? account : null;
  }

  view(account: MastodonAccount): object {
    const { id, username, domain } = account;
    const avatar = portraitOf(username);
    return {
      id,
      username,
      acct: domain ? `${username}@${domain}` : username,
      display_name: username.replaceAll('_', ' '),
      locked: false,
      bot: account.bot === true,
      discoverable: true,
      created_at: '2026-01-01T00:00:00.000Z',
      note: '',
      url: `https://${domain ?? account.host}/@${username}`,
      uri: `https://${domain ?? account.host}/users/${username}`,
      avatar,
      avatar_static: avatar,
      followers_count: 0,
      following_count: 0,
      statuses_count: 0,
      emojis: [],
      fields: [],
    };
  }

  /** The account of a token from the consent page; null for a manual token, which can be any word. */
  #holderOf(token: string): Holder | null {
    const holder = this.#authorization.holderOf(token);
    return typeof holder === 'string' ? null : holder;
  }

  #accountNamed(username: string, host: string): MastodonAccount {
    return this.#ensureAccount({ id: idOf(`${host} @${username}`), host, username, domain: null });
  }

  #accountOf(token: string, host: string): MastodonAccount {
    const username = `creator-${sha256(token).slice(0, 4)}`;
    return this.#ensureAccount({ id: idOf(`${host} ${token}`), host, username, domain: null });
  }

  #ensureAccount(account: MastodonAccount): MastodonAccount {
    const known = this.#store.accounts.get(account.id);
    if (known && (known.bot || !account.bot)) return known;
    this.#commit({ type: 'account', account });
    return account;
  }
}

/** The full name that the product and the control API use. */
export const fullName = ({ username, domain, host }: MastodonAccount): string =>
  `${username}@${domain ?? host}`;
