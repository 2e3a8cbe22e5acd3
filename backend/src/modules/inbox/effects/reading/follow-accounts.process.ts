import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import type { Event } from '@posthorn/event-sourcing';
import { ERASED } from '#infrastructure/event-log/personal-field.ts';
import { handling, type Process } from '#infrastructure/readers/process.ts';
import { Sources } from '../../stores/reading/sources.ts';
import { WatchedPosts } from './watched-posts.ts';

type Account = Readonly<{ accountId: number; ownerId: string }>;
type Connected = Event<
  'AccountConnected' | 'AccountReconnected',
  number,
  Account & Readonly<{ platform: Platform; server: string | null }>
>;
type Renamed = Event<'AccountRenamed', number, Account & Readonly<{ server: string | null }>>;
type Renewed = Event<
  'AccountCredentialsRenewed',
  number,
  Account & Readonly<{ cause: 'refresh' | 'consent' }>
>;
type Left = Event<'AccountDisconnected', number, Account>;
/** The events about an account's connection. */
type ConnectionEvent = Connected | Renamed | Renewed | Left;

/** Reads the comments of an account from its connection until it is disconnected. */
@Injectable()
export class FollowAccounts {
  constructor(
    private readonly sources: Sources,
    private readonly posts: WatchedPosts,
  ) {}

  readonly process: Process<ConnectionEvent> = {
    name: 'inbox.follow-accounts',
    categories: ['account'],
    from: 'start',
    ...handling<ConnectionEvent>({
      AccountConnected: ({ data }) => this.#follow(data),
      AccountReconnected: ({ data }) => this.#follow(data),
      AccountRenamed: ({ data }) => this.sources.moveTo(data.accountId, serverUnlessErased(data.server)),
      AccountCredentialsRenewed: async ({ data: { accountId, cause } }) => {
        // After a new consent, the platform may allow more requests than before.
        if (cause !== 'consent') return;
        await this.posts.retrySoon(accountId);
        await this.sources.readSoon([accountId]);
      },
      AccountDisconnected: ({ data }) => this.sources.leave([data.accountId]),
    }),
  };

  async #follow(account: Connected['data']): Promise<void> {
    await this.posts.retrySoon(account.accountId);
    await this.sources.follow([{ ...account, server: serverUnlessErased(account.server) }]);
  }
}

const serverUnlessErased = (server: string | null): string | null => (server === ERASED ? null : server);
