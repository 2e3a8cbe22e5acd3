import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { shortenedTimes } from '#infrastructure/effects/shortened-times.ts';
import { isSandboxHost } from '#infrastructure/outgoing/outgoing-route.ts';
import { Connectors } from '#connectors/connectors.ts';

const VARIABLE = 'POSTHORN_SANDBOX_PACE';
const PACES = ['fast', 'as-real'] as const;

/** @throws Error outside of test runs, and for an unknown pace */
function paceOf(env: NodeJS.ProcessEnv): (typeof PACES)[number] {
  const { pace } = shortenedTimes<{ pace: (typeof PACES)[number] }>({ pace: 'fast' }, VARIABLE, env);
  if (!PACES.includes(pace)) throw new Error(`${VARIABLE} is {"pace":"fast"} or {"pace":"as-real"}.`);
  return pace;
}

/**
 * Finds out whether the sandbox simulates an account. The sandbox has no call limits, so Posthorn reads its comments and figures every few
 * seconds.
 */
@Injectable()
export class SimulatedAccounts {
  /** A bench sets `as-real`: Posthorn then reads sandbox accounts as rarely as real ones, so that the bench does not measure mostly these readings. */
  readonly #isAsReal = paceOf(process.env) === 'as-real';

  constructor(
    private readonly connectors: Connectors,
    private readonly configuration: Configuration,
  ) {}

  /** Decides by the account's server if it has one, otherwise by the URL of the platform's API. */
  isSimulated(platform: Platform, server: string | null): boolean {
    if (this.#isAsReal) return false;
    if (server !== null) return isSandboxHost(server);
    const apps = this.connectors.connectionsFor(platform);
    const { platformApps } = this.configuration;
    return (
      apps.length > 0 && apps.every(({ name }) => isSandboxHost(new URL(platformApps[name].apiUrl).hostname))
    );
  }
}
