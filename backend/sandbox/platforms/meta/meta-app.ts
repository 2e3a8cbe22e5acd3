import { DAY_SECONDS } from '@posthorn/contracts/shared/durations';
import { createHmac } from 'node:crypto';
import type { Exchange } from '../../http/exchange.ts';
import { AuthorizationServer, CLIENT, type Holder } from '../../oauth/authorization-server.ts';
import type { InstagramCaller, InstagramDoor } from '../instagram/instagram-door.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import {
  graphRefusal,
  invalidParameter,
  missingObject,
  missingPermission,
  refusedToken,
  TOKEN_SUBCODES,
} from './graph-refusal.ts';
import { pageNames, pagesOf, type FacebookPage } from './people.ts';

const SCOPES = [
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_posts',
  'business_management',
  'pages_manage_engagement',
  'pages_read_user_content',
  'pages_manage_metadata',
  'read_insights',
  'instagram_basic',
  'instagram_content_publish',
  'instagram_manage_comments',
  'instagram_manage_insights',
  'instagram_manage_contents',
] as const;
type Scope = (typeof SCOPES)[number];
/** Marks in the scopes of a token: `LASTING` for a long-lived token, `PAGE_MARK` for a Page's token. */
export const LASTING = 'lasting';
const PAGE_MARK = 'page:';

export type Caller = Readonly<{ account: string; scopes: readonly string[]; page: FacebookPage | null }>;

/** The application at Meta that Facebook and Instagram share: consent, tokens of people and of their Pages. */
export class MetaApp implements InstagramDoor {
  readonly authorization: AuthorizationServer;
  readonly #context: SandboxContext;

  constructor(context: SandboxContext) {
    this.#context = context;
    this.authorization = new AuthorizationServer(context, {
      app: 'facebook',
      title: 'Facebook',
      scopes: SCOPES,
      pkce: 'none',
      codeSeconds: 600,
      accessSeconds: 2 * 3600,
      refreshSeconds: null,
      rotates: false,
      separator: ',',
    });
  }

  /** Exchanges a person's token for a token that lasts 60 days. Null when the token is not valid. */
  exchange(token: string): Readonly<{ accessToken: string; accessSeconds: number }> | null {
    const holder = this.authorization.holderOf(token);
    if (typeof holder === 'string') return null;
    const scopes = [...holder.scopes.filter((scope) => scope !== LASTING), LASTING];
    return this.authorization.issue({ account: holder.account, scopes }, 60 * DAY_SECONDS);
  }

  /** Issues a Page token. It lasts as long as the person’s token, but does not expire when that token is long-lived. */
  pageToken({ account, scopes }: Caller, { id }: FacebookPage): string {
    const isLasting = scopes.includes(LASTING);
    const holder = { account, scopes: [...scopes, `${PAGE_MARK}${id}`] };
    return this.authorization.issue(holder, isLasting ? 36_500 * DAY_SECONDS : 2 * 3600).accessToken;
  }

  /** The response of `GET /debug_token`. */
  describe(token: string): object {
    const holder = this.authorization.holderOf(token);
    const app = { app_id: CLIENT.id, application: 'Posthorn', type: 'USER' };
    if (typeof holder === 'string') {
      const message = 'Error validating access token: the session has been invalidated.';
      return {
        ...app,
        error: { code: 190, message, subcode: TOKEN_SUBCODES[holder] },
        is_valid: false,
        scopes: [],
      };
    }
    const { scopes } = callerOf(holder);
    const page = pageIn(holder);
    const now = Math.floor(this.#context.now() / 1000);
    const expiresAt = holder.scopes.includes(LASTING) ? (page ? 0 : now + 60 * DAY_SECONDS) : now + 2 * 3600;
    return {
      ...app,
      type: page ? 'PAGE' : 'USER',
      ...(page && { profile_id: page.id }),
      data_access_expires_at: now + 90 * DAY_SECONDS,
      expires_at: expiresAt,
      is_valid: true,
      scopes: scopes.filter((scope) => scope !== LASTING),
    };
  }

  /** Returns the person or the Page that the call’s token belongs to. @throws Refusal */
  authenticate(exchange: Exchange, platform: 'facebook' | 'instagram', fields = exchange.query): Caller {
    const token = tokenIn(exchange, fields);
    if (token === null)
      throw graphRefusal(
        2500,
        'An active access token must be used to query information about the current user.',
      );
    const holder = this.authorization.holderOf(token);
    if (typeof holder === 'string') throw refusedToken(holder);
    const page = pageIn(holder);
    const names = page ? pageNames(page) : [holder.account];
    if (this.#context.faults.take(platform, 'revoked', names)) {
      this.authorization.end(holder.account, 'revoke');
      throw refusedToken('revoked');
    }
    checkProof(token, fields.get('appsecret_proof'));
    return { ...callerOf(holder), page };
  }

  /** Returns the Page that calls with its own token. @throws Refusal */
  page(
    exchange: Exchange,
    { id, scope, fields }: Readonly<{ id?: string; scope: Scope; fields?: URLSearchParams }>,
  ): FacebookPage {
    const { page, scopes } = this.authenticate(exchange, 'facebook', fields);
    if (!page)
      throw graphRefusal(210, '(#210) A page access token is required to request this resource.', {
        status: 403,
      });
    if (id !== undefined && page.id !== id) throw missingObject(exchange.method, id);
    if (!scopes.includes(scope)) throw missingPermission(scope);
    if (exchange.method !== 'GET' && !page.tasks.includes('CREATE_CONTENT'))
      throw missingPermission('CREATE_CONTENT');
    return page;
  }

  /** Returns the Instagram account behind the calling Page. @throws Refusal */
  instagram(
    exchange: Exchange,
    { id, scope, fields }: Readonly<{ id?: string; scope: Scope; fields?: URLSearchParams }>,
  ): InstagramCaller & Readonly<{ page: FacebookPage }> {
    const { page, scopes } = this.authenticate(exchange, 'instagram', fields);
    const instagram = page?.instagram ?? null;
    if (!page || !instagram || (id !== undefined && instagram.id !== id))
      throw missingObject(exchange.method, id ?? '');
    if (!scopes.includes(scope)) throw missingPermission(scope);
    return { page, instagram, names: pageNames(page) };
  }
}

const callerOf = ({ account, scopes }: Holder): Omit<Caller, 'page'> => ({
  account,
  scopes: scopes.filter((scope) => !scope.startsWith(PAGE_MARK)),
});

function pageIn({ account, scopes }: Holder): FacebookPage | null {
  const mark = scopes.find((scope) => scope.startsWith(PAGE_MARK));
  return pagesOf(account).find(({ id }) => mark === `${PAGE_MARK}${id}`) ?? null;
}

/** The token in the header or in the parameters; null when there is none. */
export function tokenIn(exchange: Exchange, fields: URLSearchParams): string | null {
  // The host for uploads has its own scheme.
  const [, uploadToken] = /^OAuth (\S+)$/i.exec(exchange.header('authorization') ?? '') ?? [];
  return exchange.bearer() ?? uploadToken ?? fields.get('access_token');
}

/** This app requires the proof, which is a setting of Meta apps. The upload host does not require it. */
function checkProof(token: string, proof: string | null): void {
  if (proof === createHmac('sha256', CLIENT.secret).update(token).digest('hex')) return;
  throw invalidParameter('Invalid appsecret_proof provided in the API argument');
}

const apps = new WeakMap<SandboxContext, MetaApp>();

/** Returns the one application that both platforms of a sandbox share. */
export function metaAppOf(context: SandboxContext): MetaApp {
  const app = apps.get(context) ?? new MetaApp(context);
  apps.set(context, app);
  return app;
}
