import { Global, Module } from '@nestjs/common';
import { InboxForHistory, TokensForHistory } from '../history-neighbours.ts';
import { SCRIPTED_PLATFORM, SCRIPTED_PORTS, ScriptedPlatform } from './scripted-platform.ts';

/** Replaces the modules that Scheduling calls. */
@Global()
@Module({
  imports: [InboxForHistory, TokensForHistory],
  providers: SCRIPTED_PLATFORM,
  exports: [ScriptedPlatform, ...SCRIPTED_PORTS.map(({ provide }) => provide)],
})
export class ScriptedModules {}
