import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { isLoopback } from '#infrastructure/config/is-loopback.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type { NextRun } from '#infrastructure/effects/define-leased-work.ts';
import type { Lease } from '#infrastructure/effects/lease.ts';
import type { Work } from '#infrastructure/effects/work-table.ts';
import { isSandboxHost } from '#infrastructure/outgoing/outgoing-route.ts';
import type { AppName } from '#infrastructure/config/app-names.ts';
import type { Postponed, Refused, Unknown } from '#connectors/contract/outcome.ts';
import type {
  AccountSubscriptions,
  SubscribeOutcome,
  SubscriptionState,
} from '#connectors/contract/subscription.ts';
import { Connectors } from '#connectors/connectors.ts';
import { WebhookVerifiers } from '../../gateways/connectors/webhooks/webhook-verifiers.ts';
import { AccountSession } from '../../gateways/connectors/publish/account-session.ts';
import { NOT_CONFIGURED, SubscriptionRows } from '../../stores/subscriptions/subscription-rows.ts';

/** The time limit of one run: the query, and the subscribe call if needed. In milliseconds. */
const RUN_LIMIT_MS = MINUTE_MS;
/**
 * The wait after the first failure, which doubles with each further failure up to `most`. In milliseconds.
 */
const AFTER_FAILURE = { first: MINUTE_MS, most: 6 * HOUR_MS } as const;

type DueSubscription = Work<Readonly<{ accountId: number }>, Platform>;
type NotConfigured = Readonly<{ kind: typeof NOT_CONFIGURED; words: string }>;
type Subscribing = Readonly<{ subscriptions: AccountSubscriptions; signal: AbortSignal }>;

/**
 * Subscribes one account at its platform. It always queries the platform first. So an existing subscription is kept,
 * and a call whose response was lost is not repeated blindly. A platform's confirmation does
 * not prove that webhooks arrive. The polls of the inbox prove this.
 */
@Injectable()
export class AccountSubscribing implements OnApplicationBootstrap {
  constructor(
    private readonly rows: SubscriptionRows,
    private readonly connectors: Connectors,
    private readonly accounts: AccountSession,
    private readonly verifiers: WebhookVerifiers,
    private readonly configuration: Configuration,
    private readonly clock: DatabaseClock,
  ) {}

  onApplicationBootstrap(): void {
    void this.rows.lookAtUnconfigured().catch(() => undefined);
  }

  /** Runs the due step of a row. */
  async run(lease: Lease<DueSubscription>): Promise<NextRun> {
    const { row } = lease;
    const subscriptions = this.connectors.find(row.platform)?.subscriptions;
    if (!subscriptions) return null;
    const subscribing = { subscriptions, signal: AbortSignal.timeout(RUN_LIMIT_MS) };
    const state = await this.#look(row, subscribing);
    switch (state.kind) {
      case 'subscribed':
        await this.rows.noteSubscribed(row.accountId, state.place);
        return DAY_MS;
      case 'missing':
        return this.#subscribe(lease, state.place, subscribing);
      case NOT_CONFIGURED:
        await this.rows.noteNone(row.accountId, NOT_CONFIGURED, state.words);
        return null;
      case 'not-offered':
        await this.rows.noteNone(row.accountId, state.kind, state.words);
        return DAY_MS;
      case 'refused':
      case 'postponed':
        return this.#failed(row, state);
    }
  }

  #look(
    row: DueSubscription,
    { subscriptions, signal }: Subscribing,
  ): Promise<SubscriptionState | NotConfigured> {
    return this.accounts.withAccount<SubscriptionState | NotConfigured>(
      row,
      async (access) => {
        const address = this.addressOf(subscriptions, subscriptions.appOf(await access.credentials()));
        return typeof address === 'string' ? subscriptions.look(access, address, signal) : address;
      },
      { isRepeatable: true },
    );
  }

  /** `place`: the key for what is subscribed. */
  async #subscribe(
    lease: Lease<DueSubscription>,
    place: string,
    { subscriptions, signal }: Subscribing,
  ): Promise<NextRun> {
    const { row } = lease;
    // Without a confirmation, another worker has the row.
    if (!(await lease.confirm())) return 'gone';
    await this.rows.noteAsked(row.accountId, place);
    const outcome = await this.accounts.withAccount<SubscribeOutcome | NotConfigured>(row, async (access) => {
      const address = this.addressOf(subscriptions, subscriptions.appOf(await access.credentials()));
      return typeof address === 'string' ? subscriptions.subscribe(access, address, signal) : address;
    });
    if (outcome.kind === 'done') {
      await this.rows.noteSubscribed(row.accountId, place);
      return DAY_MS;
    }
    if (outcome.kind !== NOT_CONFIGURED) return this.#failed(row, outcome);
    // After the query, the account changed to an app that is not configured. No call was made. Until the next
    // start, a repeat would not help.
    await this.rows.noteNone(row.accountId, NOT_CONFIGURED, outcome.words);
    return null;
  }

  async #failed(row: DueSubscription, outcome: Refused | Postponed | Unknown): Promise<NextRun> {
    const trouble = outcome.kind === 'unknown' ? outcome.cause : outcome.reason;
    // The platform may have accepted the call.
    const isOpen = outcome.kind === 'unknown';
    // The cleanup of a disconnected account ends its subscription. A new connection creates a new row.
    if (trouble === 'account-missing') return null;
    const failures = await this.rows.noteTrouble(row.accountId, { trouble, words: outcome.words, isOpen });
    if (outcome.kind === 'postponed') {
      const now = (await this.clock.now()).getTime();
      return Math.max(MINUTE_MS, Date.parse(outcome.until) - now);
    }
    if (outcome.kind === 'refused' && !outcome.retryable) return DAY_MS;
    return Math.min(AFTER_FAILURE.most, AFTER_FAILURE.first * 2 ** Math.max(0, failures - 1));
  }

  /**
   * The URL for the platform's webhooks. Not configured: signing secrets are missing, or the platform cannot reach
   * the URL.
   */
  addressOf({ missing }: AccountSubscriptions, app: AppName): string | NotConfigured {
    const verifier = this.verifiers.all.find(({ registrations }) =>
      registrations.some((registration) => registration.app === app),
    );
    if (!verifier) return { kind: NOT_CONFIGURED, words: 'there are no keys that sign its deliveries' };
    if (missing !== null) return { kind: NOT_CONFIGURED, words: missing };
    const { publicUrl, platformApps } = this.configuration;
    const { protocol, hostname } = new URL(publicUrl);
    const isReachable = protocol === 'https:' && !isLoopback(hostname);
    if (!isReachable && !isSandboxHost(new URL(platformApps[app].apiUrl).hostname))
      return { kind: NOT_CONFIGURED, words: 'PUBLIC_URL is no https address that others reach' };
    return `${publicUrl}/api/webhooks/${verifier.name}`;
  }
}
