import { Injectable } from '@nestjs/common';
import { UsersBeingErased } from '#infrastructure/effects/users-being-erased.ts';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import { PersonalKeys } from '#infrastructure/event-log/personal-keys.ts';
import { handlingPages, type Process } from '#infrastructure/readers/process.ts';
import { AccountConnections } from '#modules/integrations/ports/account-connections.ts';
import type { MetricsCaptured } from '../../domain/metrics/metrics-events.ts';
import { metricsStream } from '../../domain/metrics/publication-metrics.ts';
import { TermBuckets, type TermBucket } from '../../stores/terms/term-buckets.ts';

/** Records the keys of figures with a limited retention time, so that the product destroys each key in time. */
@Injectable()
export class KeepTerms {
  constructor(
    private readonly buckets: TermBuckets,
    private readonly keys: PersonalKeys,
    private readonly usersBeingErased: UsersBeingErased,
    private readonly accounts: AccountConnections,
  ) {}

  readonly process: Process<MetricsCaptured> = {
    name: 'analytics.keep-terms',
    categories: [metricsStream.category],
    types: ['MetricsCaptured'],
    // After a restore, the database may contain keys again that the product had destroyed.
    from: 'start',
    ...handlingPages((events) => this.#note(events)),
  };

  async #note(events: readonly LoggedEvent<MetricsCaptured>[]): Promise<void> {
    const buckets = new Map<string, TermBucket>();
    for (const { data } of events) {
      const { bucket: subject, accountId, ownerId, platform } = data;
      if (subject !== null) buckets.set(subject, { subject, accountId, ownerId, platform });
    }
    const existing = await this.keys.forReading(buckets.keys());
    const withKey = [...buckets.values()].filter(({ subject }) => existing.has(subject));
    const ofErased = await this.#ofUsersBeingErased(withKey);
    await this.keys.destroyAll(ofErased.map(({ subject }) => subject));
    const kept = withKey.filter((bucket) => !ofErased.includes(bucket));
    if (kept.length === 0) return;
    await this.buckets.add(kept);
    for (const { accountId, ownerId } of accountsIn(kept))
      if ((await this.accounts.connectionOf(accountId, ownerId)) === 'disconnected')
        await this.buckets.endSoon(accountId);
  }

  /** A poll may end while the product erases its owner. The product must then keep nothing of this poll. */
  async #ofUsersBeingErased(buckets: readonly TermBucket[]): Promise<readonly TermBucket[]> {
    const erased = new Set<string>();
    for (const ownerId of new Set(buckets.map((bucket) => bucket.ownerId)))
      if (await this.usersBeingErased.has(ownerId)) erased.add(ownerId);
    return buckets.filter(({ ownerId }) => erased.has(ownerId));
  }
}

const accountsIn = (buckets: readonly TermBucket[]): readonly TermBucket[] => [
  ...new Map(buckets.map((bucket) => [bucket.accountId, bucket])).values(),
];
