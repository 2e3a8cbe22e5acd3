import type { Platform } from '@posthorn/contracts/shared/platform';
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import { handlingPages, type Process } from '#infrastructure/readers/process.ts';
import { withRemoteId } from '#infrastructure/event-log/known-remote-ids.ts';
import { ConnectedAccounts } from '#modules/integrations/ports/connected-accounts.ts';
import { MetricsOfPosts } from '#modules/integrations/ports/metrics-of-posts.ts';
import type { PostReachedPlatformEvent } from '#modules/scheduling/ports/post-reached-platform.ts';
import { MeasuredAccounts } from '../../stores/metrics-polls/measured-accounts.ts';
import {
  MeasuredPublications,
  type NextPoll,
  type PlannedPoll,
} from '../../stores/metrics-polls/measured-publications.ts';
import { dueAndLater } from './due-polls.ts';
import { AccountPollSettings, type PollSettings } from './poll-settings.ts';

/** The actor of events about accounts that this process finds unreadable. */
const ACTOR = { kind: 'system', id: 'analytics.follow-publications' } as const;

/**
 * Starts polling a new publication if its platform reports figures. Also plans the first poll, so that the loop does not claim the account
 * after each post only for that.
 */
@Injectable()
export class FollowPublications {
  constructor(
    private readonly accounts: MeasuredAccounts,
    private readonly publications: MeasuredPublications,
    private readonly metrics: MetricsOfPosts,
    private readonly connected: ConnectedAccounts,
    private readonly settings: AccountPollSettings,
    private readonly causes: CauseContext,
    private readonly clock: DatabaseClock,
  ) {}

  readonly process: Process<PostReachedPlatformEvent> = {
    name: 'analytics.follow-publications',
    categories: ['publication'],
    types: ['PlatformPublished', 'PublicIdAssigned'],
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
    const added = await this.publications.add(published);
    const accounts = new Map(published.map((each) => [each.accountId, each]));
    await this.accounts.add(
      [...accounts.values()].map((each) => ({ ...each, server: servers.get(each.accountId) ?? null })),
    );
    await this.#plan(added);
    const named = events.filter(({ type }) => type === 'PublicIdAssigned');
    await this.publications.rename(withRemoteId(named).filter(({ platform }) => measured.has(platform)));
    await this.accounts.plan(ids);
  }

  /** Plans the first polls. A publication of an account that cannot be read stays due, so that the loop pauses its account. */
  async #plan(added: readonly PlannedPoll[]): Promise<void> {
    const now = await this.clock.now();
    const plans: NextPoll[] = [];
    for (const first of new Map(added.map((post) => [post.accountId, post])).values()) {
      const settings = await this.#settingsOf(first);
      const posts = added.filter(({ accountId }) => accountId === first.accountId);
      if (settings) plans.push(...dueAndLater(posts, settings.plan, now).later);
    }
    await this.publications.plan(plans);
  }

  /** @returns null: the account cannot be read now. The loop gets the same error, reports it, and tries again. */
  async #settingsOf(account: PlannedPoll): Promise<PollSettings | null> {
    const causationId = `measured-account:${String(account.accountId)}`;
    try {
      return await this.causes.run({ actor: ACTOR, correlationId: randomUUID(), causationId }, () =>
        this.settings.find(account),
      );
    } catch {
      return null;
    }
  }
}
