import { ENTITLEMENTS } from '@posthorn/contracts/billing/entitlements';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { Global, Module } from '@nestjs/common';
import { AccountConnections } from '#modules/integrations/ports/account-connections.ts';
import { ConnectedAccounts } from '#modules/integrations/ports/connected-accounts.ts';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { Timezones } from '#modules/identity/ports/timezones.ts';
import {
  MetricsOfPosts,
  type MetricsSnapshot,
  type MeasuredAccount,
  type MeasuredPost,
  type MeasuringWay,
  type MetricsOutcome,
  type MetricsTerms,
  type CachedMetrics,
} from '#modules/integrations/ports/metrics-of-posts.ts';
import { PaidReadBudget, type ReservedReads } from '#modules/integrations/ports/paid-read-budget.ts';
import { KnownPosts } from '#modules/scheduling/ports/known-posts.ts';

/** Replaces the other modules and all platforms. Returns scripted responses and records calls. */
export class ScriptedNeighbours {
  /** The remote ids of each call, in order. */
  readonly calls: (readonly string[])[] = [];
  /** The current figures of posts, by remote id. For a missing id the platform reports nothing. */
  readonly snapshots = new Map<string, MetricsSnapshot | 'gone'>();
  /** Figures that the comment inbox has received. */
  readonly cached: CachedMetrics[] = [];
  /** Outcomes of the next calls, instead of figures. */
  readonly outcomes: MetricsOutcome[] = [];
  readonly terms = new Map<Platform, MetricsTerms | null>();
  way: MeasuringWay | null = { pace: { batch: 2 }, isSimulated: false };
  /** The error with which finding the way fails; null: it succeeds. */
  wayError: Error | null = null;
  readonly premium = new Set(['ana', 'bea']);
  /** `polls`: the number of polls in the budget. `isUnset`: no budget is configured. */
  money: Readonly<{ polls: number; isUnset?: true; until: string | null }> = {
    polls: Infinity,
    until: null,
  };
  /** The amounts taken, in US dollars; a negative amount was returned. */
  readonly spent: number[] = [];
  /** Posts that exist but are not published: owner and id. */
  readonly posts = new Set<string>();
  /** Published posts that their owner has archived. */
  readonly archived = new Set<number>();
  /** Owner and id. They stay when a spec copies a new script onto this script. */
  readonly #published = new Set<string>();
  /** The read model of plans has no event yet. */
  arePlansLate = false;
  /** Accounts that are disconnected. */
  readonly left = new Set<number>();
  zone = 'Europe/Berlin';
  /** Runs during a call to a platform. */
  duringCall: () => Promise<void> = () => Promise.resolve();

  notePublished(ownerId: string, postId: number): void {
    this.#published.add(`${ownerId} ${String(postId)}`);
  }

  isShown(ownerId: string, postId: number): boolean {
    const name = `${ownerId} ${String(postId)}`;
    return !this.archived.has(postId) && (this.posts.has(name) || this.#published.has(name));
  }

  termsOf(platform: Platform): MetricsTerms | null {
    const terms = this.terms.get(platform);
    return terms === undefined ? { keepDays: null, apart: false, costUsd: 0 } : terms;
  }

  take(usdEach: number, requested: number): ReservedReads {
    const { polls, isUnset = false, until } = this.money;
    const taken = Math.min(requested, polls);
    this.money = { ...this.money, polls: polls - taken };
    if (taken > 0) this.spent.push(taken * usdEach);
    return { reads: taken, day: '2030-01-01', isUnset, usedUpUntil: taken < requested ? until : null };
  }

  async read(account: MeasuredAccount, posts: readonly MeasuredPost[]): Promise<MetricsOutcome> {
    this.calls.push(posts.map(({ remoteId }) => remoteId));
    await this.duringCall();
    const outcome = this.outcomes.shift();
    if (outcome) return outcome;
    const snapshots = new Map<string, MetricsSnapshot | 'gone'>();
    for (const { remoteId } of posts) {
      const look = this.snapshots.get(remoteId);
      if (look) snapshots.set(remoteId, look);
    }
    const costUsd = (this.termsOf(account.platform)?.costUsd ?? 0) * posts.length;
    return { kind: 'read', snapshots, ...(costUsd > 0 && { costUsd }) };
  }
}

/** A module that replaces all other modules. */
export function scriptedNeighbours(script: ScriptedNeighbours) {
  const resolved = <Answer>(answer: Answer): Promise<Answer> => Promise.resolve(answer);
  class ScriptedFigures extends MetricsOfPosts {
    override termsOf = (platform: Platform) => script.termsOf(platform);
    override wayOf = () => (script.wayError ? Promise.reject(script.wayError) : resolved(script.way));
    override read = (account: MeasuredAccount, posts: readonly MeasuredPost[]) => script.read(account, posts);
    override cachedMetrics = (_: number, posts: readonly Readonly<{ remoteId: string; since: string }>[]) =>
      script.cached.filter(({ remoteId, seenAt }) =>
        posts.some((post) => post.remoteId === remoteId && post.since <= seenAt),
      );
  }
  const connections: AccountConnections = {
    connectionOf: (accountId) => resolved(script.left.has(accountId) ? 'disconnected' : 'active'),
  };
  const accounts: Pick<ConnectedAccounts, 'serversOf' | 'named'> = {
    serversOf: (ids) => resolved(ids.map((id) => ({ id, server: 'social.test' }))),
    named: (ids) =>
      resolved(
        ids.map((id) => ({
          id,
          platform: 'mastodon',
          accountName: 'ana@social',
          ownerId: 'ana',
          connected: true,
        })),
      ),
  };
  class Plans extends PlanOf {
    override entitlementsOf = (userId: string) =>
      resolved(script.premium.has(userId) ? ENTITLEMENTS.premium : ENTITLEMENTS.free);
    override shown = (userId: string) =>
      script.arePlansLate ? resolved(ENTITLEMENTS.free) : this.entitlementsOf(userId);
  }
  class ScriptedBudget extends PaidReadBudget {
    reserve = (_platform: Platform, usdEach: number, requested: number) =>
      resolved(script.take(usdEach, requested));
    giveBack(_platform: Platform, _day: string, usd: number) {
      script.spent.push(-usd);
      return resolved(undefined);
    }
  }
  class Posts extends KnownPosts {
    override among = (userId: string, postIds: readonly number[]) =>
      resolved(new Set(postIds.filter((postId) => script.isShown(userId, postId))));
  }
  class OneZone extends Timezones {
    override zoneOf = () => resolved(script.zone);
  }
  @Global()
  @Module({
    providers: [
      { provide: MetricsOfPosts, useClass: ScriptedFigures },
      { provide: AccountConnections, useValue: connections },
      { provide: ConnectedAccounts, useValue: accounts },
      { provide: PaidReadBudget, useClass: ScriptedBudget },
      { provide: KnownPosts, useClass: Posts },
      { provide: PlanOf, useClass: Plans },
      { provide: Timezones, useClass: OneZone },
    ],
    exports: [
      ...[MetricsOfPosts, AccountConnections, ConnectedAccounts, PaidReadBudget, KnownPosts],
      ...[PlanOf, Timezones],
    ],
  })
  class ScriptedModules {}
  return ScriptedModules;
}
