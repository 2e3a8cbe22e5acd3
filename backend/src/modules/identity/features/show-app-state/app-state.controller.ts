import { appState, type AppStateView } from '@posthorn/contracts/identity/session.http';
import { Controller, Get } from '@nestjs/common';
import { Public } from '#infrastructure/http/session/public-route.ts';
import { AppState } from '../../pages/app-state.ts';

@Public()
@Controller()
export class AppStateController {
  constructor(private readonly state: AppState) {}

  @Get(appState.path)
  show(): AppStateView {
    return this.state.show();
  }
}
