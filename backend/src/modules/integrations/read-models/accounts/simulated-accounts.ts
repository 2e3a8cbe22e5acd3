import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { isSandboxHost } from '#infrastructure/outgoing/outgoing-route.ts';
import { Connectors } from '#connectors/connectors.ts';

/** Which accounts are those of the sandbox, where nobody counts calls. */
@Injectable()
export class SimulatedAccounts {
  constructor(
    private readonly connectors: Connectors,
    private readonly configuration: Configuration,
  ) {}

  /** By the server that the account lives on, or by where its platform's apps are asked. */
  isSimulated(platform: Platform, server: string | null): boolean {
    if (server !== null) return isSandboxHost(server);
    const apps = this.connectors.connectionsFor(platform);
    const { platformApps } = this.configuration;
    return (
      apps.length > 0 && apps.every(({ name }) => isSandboxHost(new URL(platformApps[name].apiUrl).hostname))
    );
  }
}
