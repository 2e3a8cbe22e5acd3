import { Global, Module } from '@nestjs/common';
import { InboxForHistory } from '../../testing/inbox-for-history.ts';
import { TokensForHistory } from '../../testing/tokens-for-history.ts';
import { SCRIPTED_PLATFORM, SCRIPTED_PORTS, ScriptedPlatform } from './scripted-platform.ts';

/** Stands for the modules that Scheduling asks. */
@Global()
@Module({
  imports: [InboxForHistory, TokensForHistory],
  providers: SCRIPTED_PLATFORM,
  exports: [ScriptedPlatform, ...SCRIPTED_PORTS.map(({ provide }) => provide)],
})
export class ScriptedModules {}
