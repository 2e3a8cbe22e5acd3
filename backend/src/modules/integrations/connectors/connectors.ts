import type { Platform } from '@posthorn/contracts/shared/platform';
import type { AppName } from '#infrastructure/config/platform-apps.ts';
import { DomainError } from '@posthorn/event-sourcing';
import type { OAuthConnection } from './oauth/oauth-connection.ts';
import type { SocialProvider } from './social-provider.ts';

export class PlatformIsMissing extends DomainError {
  readonly code = 'integrations.platform-missing';
  override readonly kind = 'missing';
  constructor() {
    super('This platform cannot be connected.');
  }
}

/** The connectors there are. Nobody outside their folders names a platform. */
export class Providers {
  readonly #byPlatform: ReadonlyMap<Platform, SocialProvider>;

  constructor(
    providers: readonly SocialProvider[],
    readonly connections: readonly OAuthConnection[] = [],
  ) {
    this.#byPlatform = new Map(providers.map((provider) => [provider.platform, provider]));
  }

  get all(): readonly SocialProvider[] {
    return [...this.#byPlatform.values()];
  }

  connection(name: AppName): OAuthConnection | undefined {
    return this.connections.find((connection) => connection.name === name);
  }

  /** How accounts of this platform are connected by consent; undefined where a form does it. */
  connectionFor(platform: Platform): OAuthConnection | undefined {
    return this.connections.find(({ platforms }) => platforms.includes(platform));
  }

  /** @throws PlatformIsMissing */
  of(platform: Platform): SocialProvider {
    const provider = this.#byPlatform.get(platform);
    if (!provider) throw new PlatformIsMissing();
    return provider;
  }

  find(platform: Platform): SocialProvider | undefined {
    return this.#byPlatform.get(platform);
  }
}
