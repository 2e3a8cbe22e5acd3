import type { Platform } from '@posthorn/contracts/shared/platform';
import type { AppName } from '#infrastructure/config/app-names.ts';
import { refusal } from '@posthorn/contracts/shared/refusal';
import { consentPath } from './kit/oauth/consent-paths.ts';
import type { AccountGrant, Consent, OAuthConnection } from './contract/oauth-connection.ts';
import type { ServerConsent } from './kit/oauth/server-consent.ts';
import type { Connector } from './contract/connector.ts';

export class PlatformIsMissing extends refusal(
  'integrations.platform-missing',
  'This platform cannot be connected.',
) {}

/** All connectors. Code outside the connectors' folders finds a platform only through this class. */
export class Connectors {
  readonly #byPlatform: ReadonlyMap<Platform, Connector>;

  constructor(
    connectors: readonly Connector[],
    readonly connections: readonly OAuthConnection[] = [],
    private readonly serverConsents: readonly ServerConsent[] = [],
    readonly grants: readonly AccountGrant[] = [],
  ) {
    this.#byPlatform = new Map(connectors.map((connector) => [connector.platform, connector]));
  }

  get all(): readonly Connector[] {
    return [...this.#byPlatform.values()];
  }

  connection(name: AppName): OAuthConnection | undefined {
    return this.connections.find((connection) => connection.name === name);
  }

  /**
   * The consent that gives more permissions for connected accounts of this platform; undefined: there is none, or the operator has
   * set no keys.
   */
  grantFor(platform: Platform): AccountGrant | undefined {
    return this.grants.find(({ platforms, configured }) => configured && platforms.includes(platform));
  }

  grant(name: AppName): AccountGrant | undefined {
    return this.grants.find((grant) => grant.name === name);
  }

  /** All consents of both kinds. */
  get consents(): readonly (OAuthConnection | AccountGrant)[] {
    return [...this.connections, ...this.grants];
  }

  consent(name: AppName): Consent | undefined {
    return this.consents.find((consent) => consent.name === name);
  }

  /** The consents that connect accounts of this platform, with the usual one first; empty if people connect accounts with a form. */
  connectionsFor(platform: Platform): readonly OAuthConnection[] {
    return this.connections.filter(({ platforms }) => platforms.includes(platform));
  }

  /** The path where a connection begins: that of the first consent with keys, else the path in the descriptor. */
  connectPath(platform: Platform): string | null {
    const usual = this.connectionsFor(platform).find(({ configured }) => configured);
    return usual ? consentPath(usual.name) : (this.find(platform)?.descriptor.connectPath ?? null);
  }

  /** The consent of a platform whose users choose their server, for example Mastodon. @throws PlatformIsMissing for other platforms */
  serverConsent(platform: Platform): ServerConsent {
    const consent = this.serverConsents.find((each) => each.platform === platform);
    if (!consent) throw new PlatformIsMissing();
    return consent;
  }

  /** @throws PlatformIsMissing */
  connectorOf(platform: Platform): Connector {
    const connector = this.#byPlatform.get(platform);
    if (!connector) throw new PlatformIsMissing();
    return connector;
  }

  find(platform: Platform): Connector | undefined {
    return this.#byPlatform.get(platform);
  }
}
