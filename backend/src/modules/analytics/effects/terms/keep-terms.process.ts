import { Injectable } from '@nestjs/common';
import { UsersBeingErased } from '#infrastructure/effects/users-being-erased.ts';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import { PersonalKeys } from '#infrastructure/event-log/personal-keys.ts';
import { handlingPages, type Process } from '#infrastructure/readers/process.ts';
import { AccountConnections } from '#modules/integrations/ports/account-connections.ts';
import type { MetricsCaptured } from '../../domain/metrics/metrics-events.ts';
import { metricsStream } from '../../domain/metrics/publication-metrics.ts';
import { TermBuckets, type TermBucket } from '../../stores/terms/term-buckets.ts';

/** Records the keys that encrypt figures under terms, so that each is destroyed in time. */
@Injectable()
export class KeepTerms {
  constructor(
    private readonly buckets: TermBuckets,
    private readonly keys: PersonalKeys,
    private readonly leaving: UsersBeingErased,
    private readonly accounts: AccountConnections,
  ) {}

  readonly process: Process<MetricsCaptured> = {
    name: 'analytics.keep-terms',
    categories: [metricsStream.category],
    types: ['MetricsCaptured'],
    // After a restore to an older state the database has the keys again.
    from: 'start',
    ...handlingPages((events) => this.#note(events)),
  };

  async #note(events: readonly LoggedEvent<MetricsCaptured>[]): Promise<void> {
    const buckets = new Map<string, TermBucket>();
    for (const { data } of events) {
      const { bucket: subject, accountId, ownerId, platform } = data;
      if (subject !== null) buckets.set(subject, { subject, accountId, ownerId, platform });
    }
    const there = await this.keys.forReading(buckets.keys());
    const open = [...buckets.values()].filter(({ subject }) => there.has(subject));
    const gone = await this.#ofLeaving(open);
    await this.keys.destroyAll(gone.map(({ subject }) => subject));
    const kept = open.filter((bucket) => !gone.includes(bucket));
    if (kept.length === 0) return;
    await this.buckets.add(kept);
    for (const { accountId, ownerId } of accountsIn(kept))
      if ((await this.accounts.connectionOf(accountId, ownerId)) === 'disconnected')
        await this.buckets.endSoon(accountId);
  }

  /** A poll may have been running while its owner was erased: nothing of theirs may be recorded any more. */
  async #ofLeaving(buckets: readonly TermBucket[]): Promise<readonly TermBucket[]> {
    const leaving = new Set<string>();
    for (const ownerId of new Set(buckets.map((bucket) => bucket.ownerId)))
      if (await this.leaving.has(ownerId)) leaving.add(ownerId);
    return buckets.filter(({ ownerId }) => leaving.has(ownerId));
  }
}

const accountsIn = (buckets: readonly TermBucket[]): readonly TermBucket[] => [
  ...new Map(buckets.map((bucket) => [bucket.accountId, bucket])).values(),
];
