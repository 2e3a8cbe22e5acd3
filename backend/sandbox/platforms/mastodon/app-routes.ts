import { randomBytes } from 'node:crypto';
import type { Exchange } from '../../http/exchange.ts';
import type { JsonRecord } from '../../http/json.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Route } from '../../http/router.ts';
import { OAuthFault, type AuthorizationServer } from '../../oauth/authorization-server.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import type { Accounts } from './accounts.ts';
import { text } from './fields.ts';
import { readForm } from './form.ts';
import { IMAGE_LIMIT } from './instance.ts';
import { refusal, unprocessable } from './mastodon-refusal.ts';
import type { App, MastodonEntry, MastodonStore } from './mastodon-store.ts';

/** Applications that register themselves, and their tokens: docs.joinmastodon.org/methods/{apps,oauth}. */
export class AppRoutes {
  readonly routes: readonly Route[] = [
    {
      method: 'GET',
      pattern: '/.well-known/oauth-authorization-server',
      run: (exchange) => {
        this.#describeServer(exchange);
      },
    },
    { method: 'POST', pattern: '/api/v1/apps', run: (exchange) => this.#register(exchange) },
    { method: 'POST', pattern: '/oauth/token', run: (exchange) => this.#issue(exchange) },
    { method: 'POST', pattern: '/oauth/revoke', run: (exchange) => this.#revoke(exchange) },
  ];

  readonly #context: SandboxContext;
  readonly #store: MastodonStore;
  readonly #authorization: AuthorizationServer;
  readonly #accounts: Accounts;
  readonly #commit: (entry: MastodonEntry) => void;

  constructor(
    context: SandboxContext,
    store: MastodonStore,
    authorization: AuthorizationServer,
    accounts: Accounts,
    commit: (entry: MastodonEntry) => void,
  ) {
    this.#context = context;
    this.#store = store;
    this.#authorization = authorization;
    this.#accounts = accounts;
    this.#commit = commit;
  }

  /** The sandbox serves the consent page at its own URL, because browsers open it. */
  #describeServer(exchange: Exchange): void {
    const issuer = `https://${exchange.host}`;
    exchange.reply(200, {
      issuer: `${issuer}/`,
      authorization_endpoint: `${this.#context.publicUrl()}/oauth/mastodon`,
      token_endpoint: `${issuer}/oauth/token`,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      app_registration_endpoint: `${issuer}/api/v1/apps`,
      scopes_supported: [
        ...['read', 'read:accounts', 'read:statuses', 'read:notifications'],
        ...['write', 'write:accounts', 'write:bookmarks', 'write:favourites'],
        ...['write:media', 'write:statuses'],
      ],
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'client_credentials'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
    });
  }

  async #register(exchange: Exchange): Promise<void> {
    const fields = await this.#fieldsOf(exchange);
    const [name, redirectUri] = [text(fields, 'client_name'), text(fields, 'redirect_uris')];
    if (!name) throw unprocessable("Validation failed: Application name can't be blank");
    if (!redirectUri || !URL.canParse(redirectUri))
      throw unprocessable('Validation failed: Redirect URI must be an absolute URI.');
    const scopes = (text(fields, 'scopes') ?? 'read').split(' ');
    const [id, secret] = [newKey(), newKey()];
    this.#commit({ type: 'app', app: { id, secret, host: exchange.host, redirectUri, scopes } });
    exchange.reply(200, {
      id: '1',
      name,
      website: text(fields, 'website'),
      scopes,
      redirect_uri: redirectUri,
      redirect_uris: [redirectUri],
      client_id: id,
      client_secret: secret,
      client_secret_expires_at: 0,
    });
  }

  async #issue(exchange: Exchange): Promise<void> {
    const fields = await this.#fieldsOf(exchange);
    try {
      const app = this.#appIn(exchange, fields);
      const { accessToken, holder } = this.#tokensFor(app, fields);
      const issuedAt = Math.floor(this.#context.now() / 1000);
      const scope = holder.scopes.join(' ');
      exchange.reply(200, { access_token: accessToken, token_type: 'Bearer', scope, created_at: issuedAt });
    } catch (error) {
      if (!(error instanceof OAuthFault)) throw error;
      const status = error.error === 'invalid_client' ? 401 : 400;
      throw new Refusal(status, { error: error.error, error_description: error.description });
    }
  }

  #tokensFor(app: App, fields: JsonRecord) {
    const client = { clientId: app.id, clientSecret: app.secret };
    switch (text(fields, 'grant_type')) {
      case 'client_credentials':
        // A token of the application itself, without an account.
        return this.#authorization.issue({ account: '', scopes: ['read:accounts'] });
      case 'authorization_code':
        return this.#authorization.redeem({
          ...client,
          code: text(fields, 'code') ?? '',
          redirectUri: text(fields, 'redirect_uri') ?? '',
          verifier: text(fields, 'code_verifier'),
        });
      case null:
      default:
        throw new OAuthFault('unsupported_grant_type', 'The authorization grant type is not supported.');
    }
  }

  /** Only the application that owns a token may revoke it. */
  async #revoke(exchange: Exchange): Promise<void> {
    const fields = await this.#fieldsOf(exchange);
    const token = text(fields, 'token');
    try {
      this.#appIn(exchange, fields);
    } catch {
      throw refusal(403, 'unauthorized_client');
    }
    if (token) this.#accounts.revoke(token);
    exchange.reply(200, {});
  }

  /** @throws OAuthFault */
  #appIn({ host }: Exchange, fields: JsonRecord): App {
    const clientId = text(fields, 'client_id') ?? '';
    this.#authorization.checkClient({ clientId, clientSecret: text(fields, 'client_secret') ?? '' });
    const app = this.#store.apps.get(clientId);
    if (app?.host !== host) throw new OAuthFault('invalid_client', 'This instance does not know the client.');
    return app;
  }

  async #fieldsOf(exchange: Exchange): Promise<JsonRecord> {
    return (await readForm(exchange, this.#context.blobs, IMAGE_LIMIT)).fields;
  }
}

const newKey = (): string => randomBytes(32).toString('base64url');
