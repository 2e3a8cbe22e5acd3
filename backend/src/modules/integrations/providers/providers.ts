import type { Platform } from '@posthorn/contracts/shared/platform';
import { DomainError } from '@posthorn/event-sourcing';
import type { SocialProvider } from './social-provider.ts';

class PlatformIsMissing extends DomainError {
  readonly code = 'integrations.platform-missing';
  override readonly kind = 'missing';
  constructor() {
    super('This platform cannot be connected.');
  }
}

/** The connectors there are. Nobody outside their folders names a platform. */
export class Providers {
  readonly #byPlatform: ReadonlyMap<Platform, SocialProvider>;

  constructor(providers: readonly SocialProvider[]) {
    this.#byPlatform = new Map(providers.map((provider) => [provider.platform, provider]));
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
