import { COMMENT_READING_TEXT } from '@posthorn/contracts/integrations/comment-reading-text';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { isLoopback } from '#infrastructure/config/is-loopback.ts';
import { APP_VARIABLES } from '#infrastructure/config/platform-apps.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import type { Finding } from '#infrastructure/operations/finding.ts';
import { accountStream } from '../../domain/account/account.ts';
import { callbackAddress } from '#connectors/kit/oauth/consent-paths.ts';
import type { AccountGrant, Consent, OAuthConnection } from '#connectors/contract/oauth-connection.ts';
import { scopesIn } from '#connectors/kit/oauth/oauth-credentials.ts';
import { Connectors } from '#connectors/connectors.ts';
import {
  Credentials,
  CredentialsAreDamaged,
  CredentialsAreMissing,
} from '../../stores/credentials/credentials.ts';
import { verdictOn } from './key-verdict.ts';
import {
  commentFindings,
  type CommentReadiness,
  scopeFindings,
  webhookFindings,
} from './platform-findings.ts';
import { WebhookVerifiers } from '../../gateways/connectors/webhooks/webhook-verifiers.ts';

/**
 * A code that no platform ever issues. The platform's response to this code shows whether our keys are valid.
 */
const NO_CODE = 'posthorn-doctor';

/** Tests the keys of every configured platform and checks the permissions of connected accounts. Calls the platforms. */
export class DiagnosePlatforms extends Query<readonly Finding[]> {}

@QueryHandler(DiagnosePlatforms)
export class DiagnosePlatformsHandler implements IQueryHandler<DiagnosePlatforms> {
  constructor(
    private readonly configuration: Configuration,
    private readonly connectors: Connectors,
    private readonly webhooks: WebhookVerifiers,
    private readonly credentials: Credentials,
    private readonly reader: EventReader,
    private readonly pool: Pool,
  ) {}

  async execute(): Promise<readonly Finding[]> {
    const findings = await Promise.all(this.connectors.consents.map((consent) => this.#checkApp(consent)));
    return [...this.#address(), ...findings.flat(), ...(await this.#accounts())];
  }

  /** Platforms send users back to this URL, and some fetch pictures from it. */
  #address(): Finding[] {
    const { publicUrl } = this.configuration;
    const { protocol, hostname } = new URL(publicUrl);
    const about = 'Public address';
    if (protocol === 'https:' && !isLoopback(hostname)) return [{ about, state: 'good', text: publicUrl }];
    const text = `${publicUrl}: platforms return people only to https addresses, and Instagram, Threads, Pinterest and TikTok fetch files from this server. Set PUBLIC_URL to the https address of this server.`;
    return [{ about, state: this.#isSimulated ? 'note' : 'bad', text }];
  }

  /** True when the sandbox on this machine simulates all platforms. */
  get #isSimulated(): boolean {
    return this.connectors.connections.every(({ name }) => this.#isAtSandbox(name));
  }

  #isAtSandbox(name: Consent['name']): boolean {
    return new URL(this.configuration.platformApps[name].apiUrl).hostname.endsWith('.sandbox.test');
  }

  async #checkApp(connection: OAuthConnection | AccountGrant): Promise<Finding[]> {
    const { name, configured } = connection;
    const { id, secret } = APP_VARIABLES[name];
    if (!configured)
      return [{ about: name, state: 'note', text: `Not configured: set ${id} and ${secret} to offer it.` }];
    const redirectUri = callbackAddress(this.configuration.publicUrl, name);
    const verdict = await this.#tryKeys(connection, redirectUri);
    const suffix = this.#isAtSandbox(name) ? ' (sandbox)' : '';
    return [
      { about: `${name}${suffix}`, ...verdict },
      { about: name, state: 'note', text: `Redirect address to register: ${redirectUri}` },
      {
        about: name,
        state: 'note',
        text: `Permissions the app needs: ${this.#requestedScopes(connection).join(', ') || 'those of its login configuration'}`,
      },
      ...scopeFindings(name, this.configuration.platformApps[name].scopes).map((text): Finding => ({
        about: name,
        state: 'note',
        text,
      })),
      ...webhookFindings(this.webhooks.all, name, this.configuration.publicUrl),
    ];
  }

  async #tryKeys(connection: OAuthConnection | AccountGrant, redirectUri: string) {
    try {
      const query = new URLSearchParams({ code: NO_CODE });
      await connection.redeem({ query, verifier: NO_CODE.repeat(3), redirectUri });
      return {
        state: 'unclear',
        text: 'The platform accepted a code that was never issued, so it did not check the keys.',
      } as const;
    } catch (error) {
      return verdictOn(error);
    }
  }

  #requestedScopes(connection: Consent): readonly string[] {
    const request = { state: NO_CODE, challenge: NO_CODE, redirectUri: this.configuration.publicUrl };
    return scopesIn(new URL(connection.authorizeUrl(request)).searchParams.get('scope') ?? undefined);
  }

  /**
   * Problems of connected accounts: unusable tokens, permissions that their owners did not grant, and
   * unreadable comments.
   */
  async #accounts(): Promise<Finding[]> {
    const { rows } = await this.pool.query<{ account_id: string }>(
      'select account_id from integrations.credential order by account_id',
    );
    const findings: Finding[] = [];
    const readiness: CommentReadiness[] = [];
    for (const { account_id: id } of rows) {
      const account = await this.#account(Number(id));
      findings.push(...account.findings);
      if (account.comments) readiness.push(account.comments);
    }
    return [...findings, ...commentFindings(readiness)];
  }

  #commentsOf(platform: Platform, stored: JsonObject): CommentReadiness {
    const connector = this.connectors.find(platform);
    if (!connector?.comments) {
      const name = connector?.descriptor.name ?? platform;
      return { platform, why: COMMENT_READING_TEXT.noInterface(name) };
    }
    return { platform, why: connector.comments.unreadable?.(stored) ?? null };
  }

  /** The stored credentials. Null: they cannot be decrypted. Empty: the account was just disconnected. */
  async #stored(accountId: number): Promise<JsonObject | null> {
    try {
      return await this.credentials.read(accountId);
    } catch (error) {
      if (error instanceof CredentialsAreDamaged) return null;
      // The account was disconnected during the check, so there is nothing to report.
      if (error instanceof CredentialsAreMissing) return {};
      throw error;
    }
  }

  /** `comments`: null when the account is disconnected or its tokens are unusable. */
  async #account(
    accountId: number,
  ): Promise<Readonly<{ findings: readonly Finding[]; comments: CommentReadiness | null }>> {
    const { state } = await this.reader.load(accountStream, accountId);
    if (state.status === 'new' || state.status === 'disconnected') return { findings: [], comments: null };
    const { platform } = state.connection;
    const about = `Account ${String(accountId)} (${platform})`;
    const unusable = (text: string) => ({
      findings: [{ about, state: 'bad', text } as const],
      comments: null,
    });
    if (state.status === 'needs-reconnect')
      return unusable('Its permission has ended. Its owner must connect it again.');
    const stored = await this.#stored(accountId);
    if (!stored) return unusable('Its tokens cannot be decrypted. Its owner must connect it again.');
    const comments = this.#commentsOf(platform, stored);
    const missing = this.#missing(platform, scopesIn(stored['scopes']));
    if (missing.length === 0) return { findings: [], comments };
    const text = `Its owner did not grant: ${missing.join(', ')}`;
    return { findings: [{ about, state: 'note', text }], comments };
  }

  #missing(platform: Platform, granted: readonly string[]): readonly string[] {
    if (granted.length === 0) return [];
    // A platform may have several apps. The app with the fewest missing permissions is the app with which
    // this account was connected.
    const [missing = []] = this.connectors
      .connectionsFor(platform)
      .map((connection) => this.#requestedScopes(connection).filter((scope) => !granted.includes(scope)))
      .sort((a, b) => a.length - b.length);
    return missing;
  }
}
