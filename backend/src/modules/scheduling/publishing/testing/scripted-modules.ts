import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { AccountNames, AccountsOf } from '#modules/integrations/public.ts';
import { Global, Module } from '@nestjs/common';
import { QueryHandler } from '@nestjs/cqrs';
import { InboxForHistory } from '../../testing/inbox-for-history.ts';
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

/** Stands for the modules that Scheduling asks. */
@Global()
@Module({
  imports: [InboxForHistory],
  providers: [...SCRIPTED_PLATFORM, Names, Accounts],
  exports: [ScriptedPlatform],
})
export class ScriptedModules {}
