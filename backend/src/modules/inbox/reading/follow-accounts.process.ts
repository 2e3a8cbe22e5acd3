import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { assertNever, type Event } from '@posthorn/event-sourcing';
import type { LoggedEvent } from '#infrastructure/log/logged-event.ts';
import type { Process } from '#infrastructure/processes/process.ts';
import { ServersOf } from '#modules/integrations/public.ts';
import { Sources } from './sources.ts';
import { WatchedPosts } from './watched-posts.ts';

type Account = Readonly<{ accountId: number; ownerId: string }>;
type Connected = Event<
  'AccountConnected' | 'AccountReconnected',
  number,
  Account & Readonly<{ platform: Platform }>
>;
type Renewed = Event<
  'AccountCredentialsRenewed',
  number,
  Account & Readonly<{ cause: 'refresh' | 'consent' }>
>;
type Left = Event<'AccountDisconnected', number, Account>;
/** As accounts tell of their connection. */
type ConnectionEvent = Connected | Renewed | Left;

/** Whoever connects an account has its comments read from then on, until it is disconnected. */
@Injectable()
export class FollowAccounts {
  constructor(
    private readonly sources: Sources,
    private readonly posts: WatchedPosts,
    private readonly queries: QueryBus,
  ) {}

  readonly process: Process<ConnectionEvent> = {
    name: 'inbox.follow-accounts',
    categories: ['account'],
    types: ['AccountConnected', 'AccountReconnected', 'AccountCredentialsRenewed', 'AccountDisconnected'],
    from: 'start',
    handle: (event) => this.#handle(event),
  };

  async #handle(event: LoggedEvent<ConnectionEvent>): Promise<void> {
    const { accountId } = event.data;
    switch (event.type) {
      case 'AccountConnected':
      case 'AccountReconnected': {
        const [home] = await this.queries.execute(new ServersOf([accountId]));
        await this.posts.retrySoon(accountId);
        await this.sources.follow([{ ...event.data, server: home?.server ?? null }]);
        return;
      }
      case 'AccountCredentialsRenewed':
        // A new consent may allow what was not allowed before.
        if (event.data.cause !== 'consent') return;
        await this.posts.retrySoon(accountId);
        await this.sources.readSoon([accountId]);
        return;
      case 'AccountDisconnected':
        await this.sources.leave([accountId]);
        return;
      default:
        assertNever(event);
    }
  }
}
