import { StepsOfCommentsUnder, StreamsOfCommentsUnder } from '#modules/inbox/public.ts';
import { Global, Module } from '@nestjs/common';
import { QueryHandler } from '@nestjs/cqrs';
import { SCRIPTED_PLATFORM, SCRIPTED_PORTS, ScriptedPlatform } from './scripted-platform.ts';

@QueryHandler(StepsOfCommentsUnder)
class NoSteps {
  execute = () => Promise.resolve({ told: [], steps: 0, read: 0, total: 0 });
}
@QueryHandler(StreamsOfCommentsUnder)
class NoStreams {
  execute = (): Promise<string[]> => Promise.resolve([]);
}

/** Stands for the modules that Scheduling asks. */
@Global()
@Module({
  providers: [...SCRIPTED_PLATFORM, NoSteps, NoStreams],
  exports: [ScriptedPlatform, ...SCRIPTED_PORTS.map(({ provide }) => provide)],
})
export class ScriptedModules {}
