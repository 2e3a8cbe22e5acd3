import { Injectable } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { isLoopback } from '#infrastructure/config/is-loopback.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { isSandboxHost } from '#infrastructure/outgoing/outgoing-route.ts';
import type { AppName } from '#infrastructure/config/app-names.ts';
import type { Postponed, Refused, Unknown } from '../../connectors/contract/outcome.ts';
import type {
  AccountSubscriptions,
  SubscribeOutcome,
  SubscriptionState,
} from '../../connectors/contract/subscription.ts';
import { Connectors } from '../../connectors/connectors.ts';
import { WebhookDoors } from '../../webhooks/webhook-doors.ts';
import { UsableAccounts } from '../publish/usable-accounts.ts';
import { NOT_CONFIGURED, SubscriptionRows, type DueSubscription } from './subscription-rows.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Of one question or call with all that belongs to it. */
const WITHIN = MINUTE;
/** Waits after one failure and after each further one. */
const AFTER_FAILURE = { first: MINUTE, most: 6 * 60 * MINUTE } as const;

type NotConfigured = Readonly<{ kind: typeof NOT_CONFIGURED; words: string }>;
type Asked = Readonly<{ subscriptions: AccountSubscriptions; signal: AbortSignal }>;

/**
 * Has one account subscribed at its platform. It is asked first, each time: what is there is left alone, and a call whose answer was
 * lost is never made again unseen. Where a platform says yes nothing is concluded from it but that it said so; readings prove the rest.
 */
@Injectable()
export class AccountSubscribing {
  constructor(
    private readonly rows: SubscriptionRows,
    private readonly connectors: Connectors,
    private readonly accounts: UsableAccounts,
    private readonly doors: WebhookDoors,
    private readonly configuration: Configuration,
    private readonly clock: DatabaseClock,
  ) {}

  /** Does what is due for a row, and gives it back. */
  async run(row: DueSubscription): Promise<void> {
    const subscriptions = this.connectors.find(row.platform)?.subscriptions;
    if (!subscriptions) {
      await this.rows.release(row, null);
      return;
    }
    const asked = { subscriptions, signal: AbortSignal.timeout(WITHIN) };
    const state = await this.#look(row, asked);
    switch (state.kind) {
      case 'subscribed':
        await this.rows.noteSubscribed(row.accountId, state.place);
        await this.rows.putBack(row, DAY);
        return;
      case 'missing':
        await this.#subscribe(row, state.place, asked);
        return;
      case NOT_CONFIGURED:
        await this.rows.noteNone(row.accountId, NOT_CONFIGURED, state.words);
        await this.rows.release(row, null);
        return;
      case 'not-offered':
        await this.rows.noteNone(row.accountId, state.kind, state.words);
        await this.rows.putBack(row, DAY);
        return;
      case 'refused':
      case 'postponed':
        await this.#failed(row, state);
    }
  }

  #look(row: DueSubscription, { subscriptions, signal }: Asked): Promise<SubscriptionState | NotConfigured> {
    return this.accounts.withAccount<SubscriptionState | NotConfigured>(
      row,
      async (access) => {
        const address = this.addressOf(subscriptions, subscriptions.appOf(await access.credentials()));
        return typeof address === 'string' ? subscriptions.look(access, address, signal) : address;
      },
      { isRepeatable: true },
    );
  }

  async #subscribe(row: DueSubscription, place: string, { subscriptions, signal }: Asked): Promise<void> {
    // Somebody else is at it.
    if (!(await this.rows.confirmLease(row))) return;
    await this.rows.noteAsked(row.accountId, place);
    const outcome = await this.accounts.withAccount<SubscribeOutcome | NotConfigured>(row, async (access) => {
      const address = this.addressOf(subscriptions, subscriptions.appOf(await access.credentials()));
      return typeof address === 'string' ? subscriptions.subscribe(access, address, signal) : address;
    });
    if (outcome.kind === 'done') {
      await this.rows.noteSubscribed(row.accountId, place);
      await this.rows.putBack(row, DAY);
    } else if (outcome.kind !== NOT_CONFIGURED) await this.#failed(row, outcome);
  }

  async #failed(row: DueSubscription, outcome: Refused | Postponed | Unknown): Promise<void> {
    const trouble = outcome.kind === 'unknown' ? outcome.cause : outcome.reason;
    const isOpen = outcome.kind === 'unknown';
    // Its cleanup ends it; a new connection begins anew.
    if (trouble === 'account-missing') {
      await this.rows.release(row, null);
      return;
    }
    const failures = await this.rows.noteTrouble(row.accountId, { trouble, words: outcome.words, isOpen });
    if (outcome.kind === 'postponed') {
      const now = (await this.clock.now()).getTime();
      await this.rows.putBack(row, Math.max(MINUTE, Date.parse(outcome.until) - now));
    } else if (outcome.kind === 'refused' && !outcome.retryable) await this.rows.putBack(row, DAY);
    else {
      const wait = AFTER_FAILURE.first * 2 ** Math.max(0, failures - 1);
      await this.rows.putBack(row, Math.min(AFTER_FAILURE.most, wait));
    }
  }

  /** Where the platform is to call us, if it can: with secrets to sign by, and an address that it reaches. */
  addressOf({ missing }: AccountSubscriptions, app: AppName): string | NotConfigured {
    const door = this.doors.all.find(({ registrations }) => registrations.some((each) => each.app === app));
    if (!door) return { kind: NOT_CONFIGURED, words: 'there are no keys that sign its deliveries' };
    if (missing !== null) return { kind: NOT_CONFIGURED, words: missing };
    const { publicUrl, platformApps } = this.configuration;
    const { protocol, hostname } = new URL(publicUrl);
    const isReached = protocol === 'https:' && !isLoopback(hostname);
    if (!isReached && !isSandboxHost(new URL(platformApps[app].apiUrl).hostname))
      return { kind: NOT_CONFIGURED, words: 'PUBLIC_URL is no https address that others reach' };
    return `${publicUrl}/api/webhooks/${door.name}`;
  }
}
