import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { isSandboxHost } from '#infrastructure/outgoing/outgoing-route.ts';
import { Connectors } from '#connectors/connectors.ts';

/** Finds out whether the sandbox simulates an account. The sandbox has no call limits. */
@Injectable()
export class SimulatedAccounts {
  constructor(
    private readonly connectors: Connectors,
    private readonly configuration: Configuration,
  ) {}

  /** Decides by the account's server if it has one, otherwise by the URL of the platform's API. */
  isSimulated(platform: Platform, server: string | null): boolean {
    if (server !== null) return isSandboxHost(server);
    const apps = this.connectors.connectionsFor(platform);
    const { platformApps } = this.configuration;
    return (
      apps.length > 0 && apps.every(({ name }) => isSandboxHost(new URL(platformApps[name].apiUrl).hostname))
    );
  }
}
