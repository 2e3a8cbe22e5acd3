import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { StepsOfCommentsUnder, StreamsOfCommentsUnder } from '#modules/inbox/public.ts';
import { AccountNames, AccountsOf } from '#modules/integrations/public.ts';
import { UserEntitlements } from '#modules/billing/ports/user-entitlements.ts';
import { UserPreferences } from '#modules/identity/ports/user-preferences.ts';
import { Global, Module } from '@nestjs/common';
import { QueryHandler } from '@nestjs/cqrs';
import { SCRIPTED_PLATFORM, ScriptedPlatform } from './scripted-platform.ts';

@QueryHandler(AccountNames)
class Names {
  execute = ({ ids }: AccountNames) =>
    Promise.resolve(
      ids.map((id) => ({
        id,
        platform: 'mastodon' as const,
        accountName: `ana${String(id)}@social.test`,
        ownerId: 'ana',
        connected: true,
      })),
    );
}
@QueryHandler(AccountsOf)
class Accounts {
  execute = (): Promise<AccountView[]> => Promise.resolve([]);
}

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
  providers: [...SCRIPTED_PLATFORM, Names, Accounts, NoSteps, NoStreams],
  exports: [ScriptedPlatform, UserEntitlements, UserPreferences],
})
export class ScriptedModules {}
