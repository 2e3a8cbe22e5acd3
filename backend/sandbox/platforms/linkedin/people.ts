import { createHash } from 'node:crypto';
import type { Exchange } from '../../http/exchange.ts';
import { RateWindow } from '../../http/rate-window.ts';
import type { AuthorizationServer, Holder } from '../../oauth/authorization-server.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { denied, refusal } from './linkedin-refusal.ts';

export type Organization = Readonly<{
  id: string;
  urn: string;
  name: string;
  vanityName: string;
  role: string;
}>;

const POSTING_ROLES = ['ADMINISTRATOR', 'CONTENT_ADMINISTRATOR', 'DIRECT_SPONSORED_CONTENT_POSTER'];
/** LinkedIn no longer supported earlier versions when these rules were written. */
const OLDEST_VERSION = 202512;
const CALLS_A_DAY = 150;

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

export const personUrn = (account: string): string => `urn:li:person:${personId(account)}`;
export const personId = (account: string): string =>
  Buffer.from(sha(`person ${account}`), 'hex')
    .toString('base64url')
    .slice(0, 10);
export const personName = (account: string): Readonly<{ first: string; last: string; full: string }> => {
  const first = capitalized(account);
  return { first, last: 'Sandbox', full: `${first} Sandbox` };
};

/** Each account administers one organization; `ana` administers two and may read the statistics of a third. */
export function organizationsOf(account: string): readonly Organization[] {
  const organization = (vanityName: string, name: string, role: string): Organization => {
    const id = String(
      10_000_000 + (Number.parseInt(sha(`organization ${vanityName}`).slice(0, 8), 16) % 80_000_000),
    );
    return { id, urn: `urn:li:organization:${id}`, name, vanityName, role };
  };
  const own = organization(`${account}-studio`, `${capitalized(account)} Studio`, 'ADMINISTRATOR');
  if (account !== 'ana') return [own];
  return [
    own,
    organization('ana-bakery', 'Ana Bakery', 'CONTENT_ADMINISTRATOR'),
    organization('harbour-museum', 'Harbour Museum', 'ANALYST'),
  ];
}

/** Checks who calls, and in whose name the caller may act. */
export class LinkedInPeople {
  readonly #context: SandboxContext;
  readonly #authorization: AuthorizationServer;
  readonly #calls: RateWindow;

  constructor(context: SandboxContext, authorization: AuthorizationServer) {
    this.#context = context;
    this.#authorization = authorization;
    this.#calls = new RateWindow(context.now, CALLS_A_DAY, 86_400);
  }

  reset(): void {
    this.#calls.clear();
  }

  /** @throws Refusal 401, 403, 429 */
  authenticate(exchange: Exchange, ...anyOf: readonly string[]): Holder {
    const token = exchange.bearer();
    if (token === null) throw unauthorized('EMPTY_ACCESS_TOKEN', 65_604, 'Empty oauth2 access token');
    const holder = this.#authorization.holderOf(token);
    if (holder === 'unknown') throw unauthorized('INVALID_ACCESS_TOKEN', 65_600, 'Invalid access token');
    if (holder === 'expired')
      throw unauthorized('EXPIRED_ACCESS_TOKEN', 65_601, 'The token used in the request has expired');
    if (holder === 'revoked') throw tokenRevoked();
    if (this.#context.faults.take('linkedin', 'revoked', memberNames(holder.account))) {
      this.#authorization.end(holder.account, 'revoke');
      throw tokenRevoked();
    }
    if (!this.#calls.take(holder.account, 1, this.#context.settings().enforceRateLimits).allowed)
      throw refusal(
        429,
        'TOO_MANY_REQUESTS',
        'Resource level throttle MEMBER DAY limit for calls to this resource is reached.',
        { serviceErrorCode: 101 },
      );
    if (anyOf.length > 0 && !anyOf.some((scope) => holder.scopes.includes(scope)))
      throw denied(exchange.url.pathname);
    return holder;
  }

  /** Like `authenticate`, for a call with a version header. @throws Refusal 400, 426 as well */
  versioned(exchange: Exchange, ...anyOf: readonly string[]): Holder {
    const version = exchange.header('linkedin-version');
    if (version === null)
      throw refusal(
        400,
        'VERSION_MISSING',
        'A version must be present. Please specify a version by adding the LinkedIn-Version header.',
      );
    if (!/^\d{6}$/.test(version) || Number(version) < OLDEST_VERSION)
      throw refusal(426, 'NONEXISTENT_VERSION', `Requested version ${version} is not active`);
    if (exchange.header('x-restli-protocol-version') !== '2.0.0')
      throw refusal(400, 'ILLEGAL_ARGUMENT', 'X-RestLi-Protocol-Version must be 2.0.0');
    return this.authenticate(exchange, ...anyOf);
  }

  /** Checks that the member may write in this author's name. @throws Refusal 403 */
  checkWriter({ account, scopes }: Holder, author: string): void {
    const isOwn = author === personUrn(account) && scopes.includes('w_member_social');
    if (!isOwn && !(mayPostFor(account, author) && scopes.includes('w_organization_social')))
      throw denied('partnerApiPostsExternal.CREATE');
  }

  /** Like `checkWriter`, for comments in the name of an organization. @throws Refusal 403 */
  checkCommenter({ account, scopes }: Holder, actor: string): void {
    if (!mayPostFor(account, actor) || !scopes.includes('w_organization_social_feed'))
      throw denied('partnerApiSocialActionsComments.CREATE');
  }

  /** No app may read posts of members; posts of an organization are open to its administrators. */
  mayRead({ account, scopes }: Holder, author: string): boolean {
    return mayPostFor(account, author) && scopes.includes('r_organization_social');
  }

  mayReadComments({ account, scopes }: Holder, author: string): boolean {
    return mayPostFor(account, author) && scopes.includes('r_organization_social_feed');
  }
}

const mayPostFor = (account: string, author: string): boolean =>
  organizationsOf(account).some(({ urn, role }) => urn === author && POSTING_ROLES.includes(role));

/** The names by which a fault can select the account. */
const memberNames = (account: string): readonly string[] => [
  account,
  personUrn(account),
  personName(account).full,
];
export const authorNames = (account: string, author: string): readonly string[] => {
  const organization = organizationsOf(account).find(({ urn }) => urn === author);
  return organization ? [organization.vanityName, organization.urn] : memberNames(account);
};
/** The author's name as the product shows it. */
export const authorName = (account: string, author: string): string =>
  organizationsOf(account).find(({ urn }) => urn === author)?.vanityName ?? personName(account).full;

const unauthorized = (code: string, serviceErrorCode: number, message: string) =>
  refusal(401, code, message, { serviceErrorCode });
const tokenRevoked = () =>
  unauthorized('REVOKED_ACCESS_TOKEN', 65_601, 'The token used in the request has been revoked by the user');
