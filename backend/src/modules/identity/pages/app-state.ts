import type { AppStateView } from '@posthorn/contracts/identity/session.http';
import { Injectable } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { OpenIdProviders } from '../gateways/open-id/open-id-providers.ts';

/** The facts about the installation that a page needs before the sign-in. */
@Injectable()
export class AppState {
  constructor(
    private readonly configuration: Configuration,
    private readonly providers: OpenIdProviders,
  ) {}

  show(): AppStateView {
    const { sandbox, version } = this.configuration;
    return {
      sandbox: sandbox !== null,
      sandboxUrl: sandbox?.url ?? null,
      version,
      signInProviders: this.providers.configured,
    };
  }
}
