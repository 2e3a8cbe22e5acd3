import { appState, type AppStateView } from '@posthorn/contracts/identity/session.http';
import { Controller, Get } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { Public } from '#infrastructure/http/public-route.ts';
import { OpenIdProviders } from './features/provider-sign-in/open-id-providers.ts';

@Public()
@Controller()
export class AppStateController {
  constructor(
    private readonly configuration: Configuration,
    private readonly providers: OpenIdProviders,
  ) {}

  @Get(appState.path)
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
