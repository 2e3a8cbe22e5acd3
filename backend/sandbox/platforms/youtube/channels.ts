import { createHash } from 'node:crypto';
import type { Exchange } from '../../http/exchange.ts';
import type { AuthorizationServer } from '../../oauth/authorization-server.ts';
import { portraitOf } from '../../pages/portraits.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { refusal } from './youtube-refusal.ts';

const SCOPE = 'https://www.googleapis.com/auth/';
export const SCOPES = [
  'youtube.force-ssl',
  'youtube.readonly',
  'yt-analytics.readonly',
  'youtube.upload',
].map((name) => `${SCOPE}${name}`);
export type Right = 'read' | 'write' | 'upload' | 'reports';
/**
 * The sets of scopes that allow each right (developers.google.com/youtube/v3/guides/auth/installed-apps,
 * /youtube/analytics/reference/reports/query).
 */
const ALLOWED_BY: Readonly<Record<Right, readonly (readonly string[])[]>> = {
  read: [['youtube.force-ssl'], ['youtube.readonly']],
  write: [['youtube.force-ssl']],
  upload: [['youtube.force-ssl'], ['youtube.upload']],
  reports: [['youtube.readonly', 'yt-analytics.readonly']],
};

/** Checks who calls. Each account has one channel; accounts whose name begins with `nochannel` have none. */
export class Channels {
  readonly #context: SandboxContext;
  readonly #authorization: AuthorizationServer;

  constructor(context: SandboxContext, authorization: AuthorizationServer) {
    this.#context = context;
    this.#authorization = authorization;
  }

  /** The account of the token. @throws Refusal 401 or 403 */
  authenticate(exchange: Exchange, right: Right): string {
    const holder = this.#authorization.holderOf(exchange.bearer() ?? '');
    if (typeof holder === 'string') throw unauthenticated();
    const { account, scopes } = holder;
    if (this.#context.faults.take('youtube', 'revoked', names(account))) {
      this.#authorization.end(account, 'revoke');
      throw unauthenticated();
    }
    if (!ALLOWED_BY[right].some((set) => set.every((name) => scopes.includes(`${SCOPE}${name}`))))
      throw refusal(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.');
    return account;
  }

  /** Like `authenticate`, for a call that requires a channel. @throws Refusal 401 or 403 */
  owner(exchange: Exchange, right: Right): string {
    const account = this.authenticate(exchange, right);
    if (!hasChannel(account)) throw refusal(401, 'youtubeSignupRequired', 'Unauthorized');
    return account;
  }

  view(account: string): object {
    const avatar = portraitOf(account);
    return {
      kind: 'youtube#channel',
      id: channelId(account),
      snippet: {
        title: account.charAt(0).toUpperCase() + account.slice(1),
        customUrl: `@${account}`,
        thumbnails: { default: { url: avatar } },
      },
      contentDetails: { relatedPlaylists: { uploads: channelId(account).replace(/^UC/, 'UU') } },
      statistics: { viewCount: '0', subscriberCount: '0', videoCount: '0' },
      status: { privacyStatus: 'public', longUploadsStatus: 'allowed' },
    };
  }
}

export const hasChannel = (account: string): boolean => !account.startsWith('nochannel');

/** The names by which a fault can select the account. */
export const names = (account: string): readonly string[] => [account, channelId(account)];

export const channelId = (account: string): string =>
  `UC${createHash('sha256').update(`channel ${account}`).digest('base64url').slice(0, 22)}`;

const unauthenticated = () =>
  refusal(
    401,
    'authError',
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
  );
