import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { handling, type Process } from '#infrastructure/readers/process.ts';
import type { AccountConnectionEvent } from '#modules/integrations/ports/events.ts';
import { end, metricsId, metricsStream, resume } from '../../domain/metrics/publication-metrics.ts';
import { TermBuckets } from '../../stores/terms/term-buckets.ts';
import { MeasuredAccounts } from '../../stores/metrics-polls/measured-accounts.ts';
import { MeasuredPublications } from '../../stores/metrics-polls/measured-publications.ts';

/** Stops polling the posts of a disconnected account. When the account is connected again, it plans polls of all posts that are young enough. */
@Injectable()
export class FollowMeasuredAccounts {
  constructor(
    private readonly accounts: MeasuredAccounts,
    private readonly publications: MeasuredPublications,
    private readonly buckets: TermBuckets,
    private readonly writer: StreamWriter,
    private readonly clock: DatabaseClock,
  ) {}

  readonly process: Process<AccountConnectionEvent> = {
    name: 'analytics.follow-accounts',
    categories: ['account'],
    from: 'start',
    ...handling<AccountConnectionEvent>({
      AccountConnected: ({ data }) => this.#follow(data.accountId),
      AccountReconnected: ({ data }) => this.#follow(data.accountId),
      AccountDisconnected: ({ data }) => this.#leave(data.accountId),
    }),
  };

  async #leave(accountId: number): Promise<void> {
    await this.buckets.endSoon(accountId);
    const at = (await this.clock.now()).toISOString();
    const publications = await this.publications.endAll(accountId);
    await this.accounts.plan([accountId]);
    for (const post of publications)
      await this.writer.decide(metricsStream, metricsId(post), (state) =>
        end(state, post, 'disconnected', at),
      );
  }

  async #follow(accountId: number): Promise<void> {
    await this.buckets.restoreExpiry(accountId);
    const at = (await this.clock.now()).toISOString();
    for (const post of await this.publications.endedOf(accountId))
      await this.writer.decide(metricsStream, metricsId(post), (state) =>
        state.ended === 'disconnected' ? resume(state, post, at) : [],
      );
    await this.publications.planAnew({ accountId });
    await this.accounts.resume([accountId]);
  }
}
