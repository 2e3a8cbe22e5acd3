import { CONNECT_TEXT } from '@posthorn/contracts/integrations/connect-text';
import { MASTODON_SCOPES } from '@posthorn/contracts/integrations/mastodon-scopes';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import { CredentialsRefused, ServerUnreachable } from '../../kit/connect-failures.ts';
import type { ServerApp, ServerApps } from '../../contract/server-apps.ts';
import { at, idIn, objectOf, textOf } from '../../kit/json.ts';
import { ConsentFailed, refuseMissingScopes } from '../../kit/oauth/consent-failures.ts';
import type { AuthorizeRequest, Callback, Grant } from '../../contract/oauth-connection.ts';
import type { PreparedConsent, ServerConsent } from '../../kit/oauth/server-consent.ts';
import { redeemCode } from '../../kit/oauth/token-endpoint.ts';
import type { PlatformHttp } from '../../kit/platform-http.ts';
import { MastodonClient, MastodonError } from '../client/client.ts';
import { MASTODON } from '../limits.ts';
import { loginProblem } from './login.ts';
import { accountBehind } from './remote-account.ts';
import { readMetadata } from '../client/server-metadata.ts';

const SCOPE = MASTODON_SCOPES.join(' ');

/** Consent at any instance. Posthorn registers one application at each instance. */
export class MastodonConsent implements ServerConsent {
  readonly platform = MASTODON.platform;
  readonly #client: MastodonClient;

  constructor(
    private readonly http: PlatformHttp,
    private readonly clock: Clock,
    private readonly apps: ServerApps,
  ) {
    this.#client = new MastodonClient(http);
  }

  /** @throws ServerUnreachable, TooManySignIns, CredentialsRefused */
  async prepare(address: string, redirectUri: string): Promise<PreparedConsent> {
    try {
      const server = this.#client.originOf(address);
      const { authorizeUrl, pkce } = await readMetadata(this.#client, server, this.http.isOpen(server));
      const { id } = await this.#app(server, redirectUri);
      const about = JSON.stringify({ server, pkce });
      return { about, authorizeUrl: (request) => authorizeUrlOf(authorizeUrl, id, pkce, request) };
    } catch (error) {
      throw loginProblem(error, hostOf(address), this.clock.now());
    }
  }

  /** @throws ConsentFailed, ScopesAreMissing, CredentialsRefused, ServerUnreachable, OutgoingError, BreakerOpen */
  async redeem(about: string, { query, verifier, redirectUri }: Callback): Promise<Grant> {
    const prepared = objectOf(JSON.parse(about) as JsonObject) ?? undefined;
    const server = textOf(at(prepared, 'server')) ?? '';
    const name = nameOf(server, redirectUri);
    const app = await this.apps.find(name);
    if (!app) throw new ConsentFailed(MASTODON.name);
    const form = {
      grant_type: 'authorization_code',
      code: query.get('code') ?? '',
      redirect_uri: redirectUri,
      scope: SCOPE,
      // A server that received no challenge refuses a verifier.
      ...(at(prepared, 'pkce') === true && { code_verifier: verifier }),
    };
    const { accessToken: token, scopes } = await this.#tokens(server, app, form).catch(
      async (error: unknown) => {
        // The next attempt registers a new application.
        if (isUnknownApp(error)) await this.apps.forget(name, app);
        throw error;
      },
    );
    refuseMissingScopes(MASTODON.name, MASTODON_SCOPES, withParts(scopes));
    const account = await accountBehind(this.#client, { server, token }, this.clock.now());
    const credentials = { ...account.credentials, grant: { ...app, token } };
    return { accounts: [{ ...account, credentials }] };
  }

  /** Our application at this server: the stored one or, if there is none or the server has deleted it, a new one. */
  async #app(server: string, redirectUri: string): Promise<ServerApp> {
    const name = nameOf(server, redirectUri);
    const stored = await this.apps.find(name);
    if (stored && (await this.#isKnown(server, stored))) return stored;
    if (stored) await this.apps.forget(name, stored);
    return this.apps.keep(name, await this.#register(server, redirectUri));
  }

  /**
   * Servers delete applications without a token (`Vacuum::ApplicationsVacuum` of Mastodon). With a deleted application, people
   * would see an error page of the server, so Posthorn checks the application first. The check also gets a token, which protects
   * the application from deletion.
   */
  async #isKnown(server: string, app: ServerApp): Promise<boolean> {
    try {
      await this.#tokens(server, app, { grant_type: 'client_credentials', scope: 'read:accounts' });
      return true;
    } catch (error) {
      if (error instanceof ConsentFailed) return !isUnknownApp(error);
      throw error;
    }
  }

  async #register(server: string, redirectUri: string): Promise<ServerApp> {
    // The server shows its users this name and website of the application.
    const website = new URL(redirectUri).origin;
    const json = { client_name: 'Posthorn', redirect_uris: redirectUri, scopes: SCOPE, website };
    const { body } = await this.#client
      .send({ server, method: 'POST', path: '/api/v1/apps', json })
      .catch((error: unknown) => {
        const isRefused =
          error instanceof MastodonError &&
          error.isFromPlatform &&
          error.status < 500 &&
          error.status !== 429;
        throw isRefused && error.status !== 404
          ? new CredentialsRefused(CONNECT_TEXT.noAppsThere(hostOf(server)), { host: hostOf(server) })
          : error;
      });
    const id = idIn(at(body, 'client_id'));
    const secret = idIn(at(body, 'client_secret'));
    if (id === null || secret === null)
      throw new ServerUnreachable(CONNECT_TEXT.notMastodon(hostOf(server)), { host: hostOf(server) });
    return { id, secret };
  }

  #tokens(server: string, { id, secret }: ServerApp, form: Readonly<Record<string, string>>) {
    const request = {
      platform: this.platform,
      userChosen: true,
      url: `${server}/oauth/token`,
      form: { ...form, client_id: id, client_secret: secret },
    };
    return redeemCode(this.http, request, { platform: MASTODON.name, now: this.clock.now() });
  }
}

const isUnknownApp = (error: unknown): boolean =>
  error instanceof ConsentFailed && error.errorCode === 'invalid_client';

/** The name includes the scopes and the redirect URL, because different ones need another application. */
const nameOf = (server: string, redirectUri: string): string => `${server} ${redirectUri} ${SCOPE}`;

function authorizeUrlOf(
  authorizeUrl: string,
  clientId: string,
  pkce: boolean,
  { state, challenge, redirectUri }: AuthorizeRequest,
): string {
  const url = new URL(authorizeUrl);
  const query = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: SCOPE,
    state,
    ...(pkce && { code_challenge: challenge, code_challenge_method: 'S256' }),
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** Adds the needed parts of granted scopes: `write` includes `write:media`. */
const withParts = (granted: readonly string[]): readonly string[] =>
  granted.length === 0
    ? []
    : [...granted, ...MASTODON_SCOPES.filter((scope) => granted.includes(scope.split(':', 1)[0] ?? ''))];

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);
