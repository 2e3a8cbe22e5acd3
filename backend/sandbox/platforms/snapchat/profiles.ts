import { createHash } from 'node:crypto';
import type { Exchange } from '../../http/exchange.ts';
import { RateWindow } from '../../http/rate-window.ts';
import type { AuthorizationServer } from '../../oauth/authorization-server.ts';
import { portraitOf } from '../../pages/portraits.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { notFound, refusal, tooMany } from './snapchat-refusal.ts';

const SCOPE = 'snapchat-profile-api';
const PER_SECOND = { app: 20, token: 10 } as const;

/** A Public Profile. Accounts named `agency…` have two, accounts named `noprofile…` have none. */
export type SnapchatProfile = Readonly<{ id: string; account: string; username: string }>;

/** Checks who calls, and for which profile. Accounts whose name begins with `unlisted` are not on the app's allow list. */
export class SnapchatProfiles {
  readonly #context: SandboxContext;
  readonly #authorization: AuthorizationServer;
  readonly #app: RateWindow;
  readonly #tokens: RateWindow;

  constructor(context: SandboxContext, authorization: AuthorizationServer) {
    this.#context = context;
    this.#authorization = authorization;
    this.#app = new RateWindow(context.now, PER_SECOND.app, 1);
    this.#tokens = new RateWindow(context.now, PER_SECOND.token, 1);
  }

  /** The account of the token. @throws Refusal 401, 403 or 429 */
  authenticate(exchange: Exchange): string {
    const token = exchange.bearer() ?? '';
    const holder = this.#authorization.holderOf(token);
    if (typeof holder === 'string') throw unauthorized();
    const { account, scopes } = holder;
    if (this.#context.faults.take('snapchat', 'revoked', namesOf(account))) {
      this.#authorization.end(account, 'revoke');
      throw unauthorized();
    }
    if (!scopes.includes(SCOPE) || account.startsWith('unlisted'))
      throw refusal(403, 'E1403', 'The OAuth app is not allowlisted for the Public Profile API');
    const { enforceRateLimits } = this.#context.settings();
    const windows = [
      this.#app.take('app', 1, enforceRateLimits),
      this.#tokens.take(token, 1, enforceRateLimits),
    ];
    if (windows.some(({ allowed }) => !allowed)) throw tooMany(1);
    return account;
  }

  /** Returns the profile in the URL. The caller must have a role on it. @throws Refusal 401, 403, 404 or 429 */
  own(exchange: Exchange, id: string): SnapchatProfile {
    return this.mustOwn(this.authenticate(exchange), id);
  }

  /** @throws Refusal 404 */
  mustOwn(account: string, id: string): SnapchatProfile {
    const profile = profilesOf(account).find((each) => each.id === id);
    if (!profile) throw notFound(`Public Profile ${id}`);
    return profile;
  }

  view({ id, account, username }: SnapchatProfile): object {
    return {
      id,
      display_name: username.charAt(0).toUpperCase() + username.slice(1),
      snap_user_name: username,
      organization_id: organizationOf(account),
      profile_type: 'CREATOR',
      profile_tier: 'TIER_2',
      logo_urls: { original_logo_url: portraitOf(username) },
      subscriber_count: 0,
    };
  }

  reset(): void {
    this.#app.clear();
    this.#tokens.clear();
  }
}

const unauthorized = () => refusal(401, 'E1401', 'The access token is invalid or has expired');

/** The names by which a fault can select the account. */
export const namesOf = (account: string): readonly string[] => [
  account,
  ...profilesOf(account).map(({ id }) => id),
];

export function profilesOf(account: string): readonly SnapchatProfile[] {
  if (account.startsWith('noprofile')) return [];
  const usernames = account.startsWith('agency') ? [account, `${account}_two`] : [account];
  return usernames.map((username) => ({ id: uuidOf(`profile ${username}`), account, username }));
}

export const organizationOf = (account: string): string => uuidOf(`organization ${account}`);

/** The same id for the same seed, even after a reset. */
function uuidOf(seed: string): string {
  const hash = createHash('sha256').update(`snapchat ${seed}`).digest('hex');
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    hash.slice(12, 16),
    hash.slice(16, 20),
    hash.slice(20, 32),
  ].join('-');
}
