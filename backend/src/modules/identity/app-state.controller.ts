import { appState, type AppStateView } from '@posthorn/contracts/identity/session.http';
import { Controller, Get } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { OpenDoor } from '#infrastructure/http/open-door.ts';

@OpenDoor()
@Controller()
export class AppStateController {
  constructor(private readonly configuration: Configuration) {}

  @Get(appState.path)
  show(): AppStateView {
    const { sandbox, version } = this.configuration;
    return { sandbox: sandbox !== null, sandboxUrl: sandbox?.url ?? null, version };
  }
}
