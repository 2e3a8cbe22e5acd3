import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import { handlingPages, type Process } from '#infrastructure/readers/process.ts';
import { withRemoteId } from '#infrastructure/event-log/known-remote-ids.ts';
import { ConnectedAccounts } from '#modules/integrations/ports/connected-accounts.ts';
import { MetricsOfPosts } from '#modules/integrations/ports/metrics-of-posts.ts';
import type { PostReachedPlatformEvent } from '#modules/scheduling/ports/post-reached-platform.ts';
import { MeasuredAccounts } from '../../stores/metrics-polls/measured-accounts.ts';
import { MeasuredPublications } from '../../stores/metrics-polls/measured-publications.ts';

/** Starts polling a new publication if its platform reports figures. */
@Injectable()
export class FollowPublications {
  constructor(
    private readonly accounts: MeasuredAccounts,
    private readonly publications: MeasuredPublications,
    private readonly metrics: MetricsOfPosts,
    private readonly connected: ConnectedAccounts,
  ) {}

  readonly process: Process<PostReachedPlatformEvent> = {
    name: 'analytics.follow-publications',
    categories: ['publication'],
    types: ['PlatformPublished'],
    from: 'start',
    ...handlingPages((events) => this.#note(events)),
  };

  async #note(events: readonly LoggedEvent<PostReachedPlatformEvent>[]): Promise<void> {
    const measured = new Set<Platform>();
    for (const platform of new Set(events.map(({ data }) => data.platform)))
      if (this.metrics.termsOf(platform)) measured.add(platform);
    const published = withRemoteId(events).filter(({ platform }) => measured.has(platform));
    if (published.length === 0) return;
    const ids = [...new Set(published.map(({ accountId }) => accountId))];
    const servers = new Map((await this.connected.serversOf(ids)).map(({ id, server }) => [id, server]));
    await this.publications.add(published);
    const accounts = new Map(published.map((each) => [each.accountId, each]));
    await this.accounts.add(
      [...accounts.values()].map((each) => ({ ...each, server: servers.get(each.accountId) ?? null })),
    );
    for (const id of ids) await this.accounts.plan(id);
  }
}
