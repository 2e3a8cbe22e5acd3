import { ENTITLEMENTS } from '@posthorn/contracts/billing/entitlements';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { Problem } from '@posthorn/contracts/integrations/precheck-problem';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { AccountConnections, type ConnectionState } from '#modules/integrations/ports/account-connections.ts';
import { ServerCooldowns } from '#modules/integrations/ports/server-cooldowns.ts';
import { AccountReadiness, type Readiness } from '#modules/integrations/ports/account-readiness.ts';
import {
  ConnectedAccounts,
  type AccountServer,
  type NamedAccount,
} from '#modules/integrations/ports/connected-accounts.ts';
import {
  PublishRules,
  type Budget,
  type CallRepeatRule,
  type Repetition,
} from '#modules/integrations/ports/publish-rules.ts';
import {
  Publishing,
  type CallOutcome,
  type LookUpOutcome,
  type OutgoingPublication,
  type PrepareOutcome,
  type PublishRefs,
  type Unsent,
} from '#modules/integrations/ports/publishing.ts';
import {
  RemotePosts,
  type AccountOfPost,
  type ActionOutcome,
  type DeleteOutcome,
  type DeletionRight,
  type PostAction,
  type RemotePost,
} from '#modules/integrations/ports/remote-posts.ts';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { DefaultHashtags } from '#modules/identity/ports/default-hashtags.ts';
import { Injectable } from '@nestjs/common';

const RULES: Partial<Record<Platform, CallRepeatRule>> = {
  bluesky: 'always',
  mastodon: 'after-negative-look-up',
};

/** The arguments of one call of `prepare`. */
type Preparing = Readonly<{
  publication: OutgoingPublication;
  refs: PublishRefs | null;
  save: (refs: PublishRefs) => Promise<void>;
  signal: AbortSignal;
}>;
type Answer = 'ok' | 'drop-after-accept' | (CallOutcome & Unsent) | (() => Promise<CallOutcome>);

/** Replaces Integrations and every platform. Records what arrived, and returns the scripted outcomes. */
@Injectable()
export class ScriptedPlatform
  extends Publishing
  implements AccountConnections, AccountReadiness, PublishRules, RemotePosts, ServerCooldowns
{
  /**
   * The key of every post that arrived. A key appears twice if the platform does not recognize repeated keys.
   */
  readonly received: string[] = [];
  readonly calls: { platform: Platform; accountId: number; refs: unknown; text: string }[] = [];
  readonly answers: Answer[] = [];
  readonly preparations: (
    | PrepareOutcome
    | Promise<PrepareOutcome>
    | ((asked: Preparing) => Promise<PrepareOutcome>)
  )[] = [];
  readonly lookUps: LookUpOutcome[] = [];
  /**
   * The outcome of each step for which no other outcome is scripted. `rest`: the remaining cooldown in
   * milliseconds.
   */
  defaultOutcomes: Readonly<{
    prepare?: (asked: Preparing) => PrepareOutcome;
    call?: () => CallOutcome | 'drop-after-accept';
    lookUp?: (refs: PublishRefs) => LookUpOutcome;
    rest?: () => number;
  }> = {};
  problems: Problem[] = [];
  connection: ConnectionState = 'active';
  /** The problems that a check before the due time finds. */
  readinessProblems: Problem[] = [];
  isReachable = true;
  checks = 0;
  deletion: DeletionRight = 'yes';
  /** The remote ids of the requested deletions, and the next outcomes. By default a deletion succeeds. */
  readonly deleted: string[] = [];
  readonly deletions: DeleteOutcome[] = [];
  /** The actions on published posts that every platform has. Set them before the first post. */
  readonly actions: PostAction[] = [];
  /** `{action} {remoteId}` of each call of `actOn`, and the next outcomes. By default an action succeeds. */
  readonly actionCalls: string[] = [];
  readonly outcomes: ActionOutcome[] = [];
  /** The budgets of each platform. Set them before the first call to the platform. */
  readonly budgets: Partial<Record<Platform, readonly Budget[]>> = {};
  /** The servers by account id. All other accounts are on the default server. */
  readonly servers = new Map<number, string>();
  beforeCall: (
    call: Readonly<{ platform: Platform; postId: number; accountId: number; ownerId: string }>,
  ) => Promise<void> | void = () => undefined;
  /** The signal of each preparation. The signal aborts when the time limit of the preparation is over. */
  readonly prepareSignals: AbortSignal[] = [];

  async prepare(
    publication: OutgoingPublication,
    refs: PublishRefs | null,
    save: (refs: PublishRefs) => Promise<void>,
    signal: AbortSignal,
  ): Promise<PrepareOutcome> {
    const asked = { publication, refs, save, signal };
    this.prepareSignals.push(signal);
    const scripted = this.preparations.shift() ?? this.defaultOutcomes.prepare?.(asked);
    if (typeof scripted === 'function') return scripted(asked);
    if (scripted) return scripted;
    const savedRefs = refs ?? { key: `${publication.platform}:${publication.contentHash}` };
    await save(savedRefs);
    return { kind: 'prepared', refs: savedRefs };
  }

  async call(publication: OutgoingPublication, refs: PublishRefs): Promise<CallOutcome & Unsent> {
    const { platform, accountId, text } = publication;
    await this.beforeCall(publication);
    this.calls.push({ platform, accountId, refs, text });
    const answer = this.answers.shift() ?? this.defaultOutcomes.call?.() ?? 'ok';
    if (typeof answer === 'function') return answer();
    if (typeof answer === 'object') return answer;
    const key = refs['key'] as string;
    // Bluesky: the same record under the same key changes nothing.
    if (platform !== 'bluesky' || !this.received.includes(key)) this.received.push(key);
    const remoteId = this.#copiesOf(key).at(-1) ?? key;
    return answer === 'ok'
      ? { kind: 'published', remoteId, permalink: 'https://social.test/1' }
      : { kind: 'unknown', cause: 'reset', words: null };
  }

  lookUp(
    _: OutgoingPublication,
    refs: PublishRefs,
    _attemptStartedAt: string,
    otherThan: readonly string[] = [],
  ): Promise<LookUpOutcome> {
    const remoteId = this.#copiesOf(refs['key'] as string).find((copy) => !otherThan.includes(copy));
    return Promise.resolve(
      this.lookUps.shift() ??
        this.defaultOutcomes.lookUp?.(refs) ??
        (remoteId === undefined ? { kind: 'absent' } : { kind: 'published', remoteId, permalink: null }),
    );
  }

  precheck(): Promise<readonly Problem[]> {
    return Promise.resolve(this.problems);
  }

  limitsOf(): Promise<null> {
    return Promise.resolve(null);
  }

  budgetsOf(platform: Platform): Promise<readonly Budget[]> {
    return Promise.resolve(this.budgets[platform] ?? []);
  }

  repetitionOf(platform: Platform): Promise<Repetition> {
    const rule = RULES[platform] ?? 'never';
    const isLateCallHarmless = rule === 'always';
    const listsPosts = !isLateCallHarmless;
    return Promise.resolve({
      rule,
      callBytes: 0,
      visibleAfterMs: 30_000,
      isLateCallHarmless,
      listsPosts,
      actions: this.actions,
    });
  }

  connectionOf(): Promise<ConnectionState> {
    return Promise.resolve(this.connection);
  }

  remainingCooldown(): Promise<number> {
    return Promise.resolve(this.defaultOutcomes.rest?.() ?? 0);
  }

  readinessOf(): Promise<Readiness> {
    this.checks += 1;
    return Promise.resolve({ problems: this.readinessProblems, asked: this.isReachable });
  }

  deletionRight(): Promise<DeletionRight> {
    return Promise.resolve(this.deletion);
  }

  delete(_: AccountOfPost, { remoteId }: RemotePost): Promise<DeleteOutcome> {
    this.deleted.push(remoteId);
    return Promise.resolve(this.deletions.shift() ?? { kind: 'deleted' });
  }

  actOn(
    action: PostAction,
    _: AccountOfPost,
    { remoteId }: Readonly<{ remoteId: string }>,
  ): Promise<ActionOutcome> {
    this.actionCalls.push(`${action} ${remoteId}`);
    return Promise.resolve(this.outcomes.shift() ?? { kind: 'done' });
  }

  /** The remote ids of the posts that arrived with a key: the key, and `{key}#2` for a second copy. */
  #copiesOf(key: string): string[] {
    return this.received
      .filter((one) => one === key)
      .map((_, index) => (index === 0 ? key : `${key}#${String(index + 1)}`));
  }
}

/** The accounts of the scripted platform. */
@Injectable()
class ScriptedAccounts extends ConnectedAccounts {
  constructor(private readonly platform: ScriptedPlatform) {
    super();
  }

  accountsOf(): Promise<readonly AccountView[]> {
    return Promise.resolve([]);
  }

  idsOf(): Promise<readonly number[]> {
    return Promise.resolve([]);
  }

  named(ids: readonly number[]): Promise<readonly NamedAccount[]> {
    return Promise.resolve(
      ids.map((id) => ({
        id,
        platform: 'mastodon',
        accountName: `ana${String(id)}@social.test`,
        ownerId: 'ana',
        connected: true,
      })),
    );
  }

  serversOf(ids: readonly number[]): Promise<readonly AccountServer[]> {
    return Promise.resolve(ids.map((id) => ({ id, server: this.platform.servers.get(id) ?? null })));
  }
}
class Plan extends PlanOf {
  override entitlementsOf = () => Promise.resolve(ENTITLEMENTS.premium);
  override shown = this.entitlementsOf;
}
class NoHashtags extends DefaultHashtags {
  override hashtagsOf = () => Promise.resolve('');
}

/** Replaces the ports of the modules that Scheduling calls. */
export const SCRIPTED_PORTS = [
  { provide: ConnectedAccounts, useClass: ScriptedAccounts },
  ...[AccountConnections, AccountReadiness, Publishing, PublishRules, RemotePosts, ServerCooldowns].map(
    (provide) => ({
      provide,
      useExisting: ScriptedPlatform,
    }),
  ),
  { provide: PlanOf, useClass: Plan },
  { provide: DefaultHashtags, useClass: NoHashtags },
];

export const SCRIPTED_PLATFORM = [ScriptedPlatform, ...SCRIPTED_PORTS];
