import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { assertNever, type Event } from '@posthorn/event-sourcing';
import type { LoggedEvent } from '#infrastructure/log/logged-event.ts';
import { ERASED } from '#infrastructure/log/personal-field.ts';
import type { Process } from '#infrastructure/processes/process.ts';
import { Sources } from './sources.ts';
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
/** As accounts tell of their connection. */
type ConnectionEvent = Connected | Renamed | Renewed | Left;

/** Whoever connects an account has its comments read from then on, until it is disconnected. */
@Injectable()
export class FollowAccounts {
  constructor(
    private readonly sources: Sources,
    private readonly posts: WatchedPosts,
  ) {}

  readonly process: Process<ConnectionEvent> = {
    name: 'inbox.follow-accounts',
    categories: ['account'],
    types: [
      ...(['AccountConnected', 'AccountReconnected', 'AccountRenamed'] as const),
      ...(['AccountCredentialsRenewed', 'AccountDisconnected'] as const),
    ],
    from: 'start',
    handle: (event) => this.#handle(event),
  };

  async #handle(event: LoggedEvent<ConnectionEvent>): Promise<void> {
    const { accountId } = event.data;
    switch (event.type) {
      case 'AccountConnected':
      case 'AccountReconnected':
        await this.posts.retrySoon(accountId);
        await this.sources.follow([{ ...event.data, server: known(event.data.server) }]);
        return;
      case 'AccountRenamed':
        await this.sources.moveTo(accountId, known(event.data.server));
        return;
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

const known = (server: string | null): string | null => (server === ERASED ? null : server);
