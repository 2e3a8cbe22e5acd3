import { ENTITLEMENTS } from '@posthorn/contracts/billing/entitlements';
import type { Platform } from '@posthorn/contracts/shared/platform';
import {
  BudgetsOf,
  CallPlatform,
  ConnectionStateOf,
  DeleteRemotePost,
  DeletesPosts,
  type DeletionRight,
  LimitsOf,
  LookUpPublication,
  PrecheckPublication,
  PreparePublication,
  ReadinessOf,
  RepetitionOf,
  RestOf,
  ServersOf,
  type Budget,
  type CallOutcome,
  type ConnectionState,
  type DeleteOutcome,
  type LookUpOutcome,
  type PrepareOutcome,
  type PublishRefs,
  type ProblemView,
  type Repetition,
  type CallRepeatRule,
  type Unsent,
} from '#modules/integrations/public.ts';
import { UserEntitlements } from '#modules/billing/ports/user-entitlements.ts';
import { UserPreferences } from '#modules/identity/ports/user-preferences.ts';
import { Injectable } from '@nestjs/common';
import { CommandHandler, QueryHandler } from '@nestjs/cqrs';

const RULES: Partial<Record<Platform, CallRepeatRule>> = {
  bluesky: 'always',
  mastodon: 'after-negative-look-up',
};

type Answer = 'ok' | 'drop-after-accept' | (CallOutcome & Unsent) | (() => Promise<CallOutcome>);

/** Stands for Integrations and every platform: remembers what arrived, and answers as it is told. */
@Injectable()
export class ScriptedPlatform {
  /** `{platform}:{key}` of every post that arrived, doubles included where the platform does not know the key. */
  readonly received: string[] = [];
  readonly calls: { platform: Platform; accountId: number; refs: unknown; text: string }[] = [];
  readonly answers: Answer[] = [];
  readonly preparations: (
    PrepareOutcome | Promise<PrepareOutcome> | ((command: PreparePublication) => Promise<PrepareOutcome>)
  )[] = [];
  readonly lookUps: LookUpOutcome[] = [];
  /** What each step meets while nothing else is scripted for it. */
  weather: Readonly<{
    prepare?: (command: PreparePublication) => PrepareOutcome;
    call?: () => CallOutcome | 'drop-after-accept';
    lookUp?: (refs: PublishRefs) => LookUpOutcome;
    rest?: () => number;
  }> = {};
  problems: ProblemView[] = [];
  connection: ConnectionState = 'active';
  /** What a check before the due time finds, and how often it was asked. */
  unready: ProblemView[] = [];
  canBeAsked = true;
  checks = 0;
  deletion: DeletionRight = 'yes';
  /** Remote ids that were to be deleted, and what came of it; nothing said: deleted. */
  readonly deleted: string[] = [];
  readonly deletions: DeleteOutcome[] = [];
  /** Heeded when they are there before the first call to their platform. */
  readonly budgets: Partial<Record<Platform, readonly Budget[]>> = {};
  /** By account; the others live where everybody does. */
  readonly servers = new Map<number, string>();
  beforeCall: (
    call: Readonly<{ platform: Platform; postId: number; accountId: number; ownerId: string }>,
  ) => Promise<void> | void = () => undefined;
  /** What the last preparation was told when its time was over. */
  readonly cutOff: AbortSignal[] = [];

  async prepare(command: PreparePublication): Promise<PrepareOutcome> {
    const { publication, refs, save, signal } = command;
    this.cutOff.push(signal);
    const scripted = this.preparations.shift() ?? this.weather.prepare?.(command);
    if (typeof scripted === 'function') return scripted(command);
    if (scripted) return scripted;
    const kept = refs ?? { key: `${publication.platform}:${publication.contentHash}` };
    await save(kept);
    return { kind: 'prepared', refs: kept };
  }

  async call({ publication, refs }: CallPlatform): Promise<CallOutcome & Unsent> {
    const { platform, accountId, text } = publication;
    await this.beforeCall(publication);
    this.calls.push({ platform, accountId, refs, text });
    const answer = this.answers.shift() ?? this.weather.call?.() ?? 'ok';
    if (typeof answer === 'function') return answer();
    if (typeof answer === 'object') return answer;
    const key = refs['key'] as string;
    // Class A: the same record under the same key changes nothing.
    if (platform !== 'bluesky' || !this.received.includes(key)) this.received.push(key);
    const remoteId = this.#copiesOf(key).at(-1) ?? key;
    return answer === 'ok'
      ? { kind: 'published', remoteId, permalink: 'https://social.test/1' }
      : { kind: 'unknown', cause: 'reset', words: null };
  }

  lookUp({ refs, besides }: LookUpPublication): Promise<LookUpOutcome> {
    const remoteId = this.#copiesOf(refs['key'] as string).find((copy) => !besides.includes(copy));
    return Promise.resolve(
      this.lookUps.shift() ??
        this.weather.lookUp?.(refs) ??
        (remoteId === undefined ? { kind: 'absent' } : { kind: 'published', remoteId, permalink: null }),
    );
  }

  /** Remote ids of what arrived under a key: the key, and `{key}#2` for a second copy. */
  #copiesOf(key: string): string[] {
    return this.received
      .filter((one) => one === key)
      .map((_, index) => (index === 0 ? key : `${key}#${String(index + 1)}`));
  }
}

@CommandHandler(PreparePublication)
class Prepare {
  constructor(private readonly platform: ScriptedPlatform) {}
  execute = (command: PreparePublication) => this.platform.prepare(command);
}
@CommandHandler(CallPlatform)
class Call {
  constructor(private readonly platform: ScriptedPlatform) {}
  execute = (command: CallPlatform) => this.platform.call(command);
}
@QueryHandler(LookUpPublication)
class LookUp {
  constructor(private readonly platform: ScriptedPlatform) {}
  execute = (query: LookUpPublication) => this.platform.lookUp(query);
}
@QueryHandler(RestOf)
class Rest {
  constructor(private readonly platform: ScriptedPlatform) {}
  execute = () => Promise.resolve(this.platform.weather.rest?.() ?? 0);
}
@QueryHandler(PrecheckPublication)
class Precheck {
  constructor(private readonly platform: ScriptedPlatform) {}
  execute = () => Promise.resolve(this.platform.problems);
}
@QueryHandler(ConnectionStateOf)
class Connection {
  constructor(private readonly platform: ScriptedPlatform) {}
  execute = () => Promise.resolve(this.platform.connection);
}
@QueryHandler(ReadinessOf)
class Readiness {
  constructor(private readonly platform: ScriptedPlatform) {}
  execute = () => {
    this.platform.checks += 1;
    const { unready: problems, canBeAsked: asked } = this.platform;
    return Promise.resolve({ problems, asked });
  };
}
@CommandHandler(DeleteRemotePost)
class Delete {
  constructor(private readonly platform: ScriptedPlatform) {}
  execute = ({ post }: DeleteRemotePost): Promise<DeleteOutcome> => {
    this.platform.deleted.push(post.remoteId);
    return Promise.resolve(this.platform.deletions.shift() ?? { kind: 'deleted' });
  };
}
@QueryHandler(DeletesPosts)
class Deletes {
  constructor(private readonly platform: ScriptedPlatform) {}
  execute = () => Promise.resolve(this.platform.deletion);
}
@QueryHandler(RepetitionOf)
class Repeats {
  execute = ({ platform }: RepetitionOf): Promise<Repetition> => {
    const rule = RULES[platform] ?? 'never';
    const isHarmlessWhenLate = rule === 'always';
    const listsPosts = !isHarmlessWhenLate;
    return Promise.resolve({
      rule,
      callBytes: 0,
      visibility: 30_000,
      isHarmlessWhenLate,
      listsPosts,
      setsCovers: false,
    });
  };
}
@QueryHandler(BudgetsOf)
class Budgets {
  constructor(private readonly platform: ScriptedPlatform) {}
  execute = ({ platform }: BudgetsOf) => Promise.resolve(this.platform.budgets[platform] ?? []);
}
@QueryHandler(ServersOf)
class Servers {
  constructor(private readonly platform: ScriptedPlatform) {}
  execute = ({ ids }: ServersOf) =>
    Promise.resolve(ids.map((id) => ({ id, server: this.platform.servers.get(id) ?? null })));
}
@QueryHandler(LimitsOf)
class Limits {
  execute = () => Promise.resolve(null);
}
class Plan extends UserEntitlements {
  override of = () => Promise.resolve(ENTITLEMENTS.premium);
  override shown = this.of;
}
class Preferences extends UserPreferences {
  override personalityOf = () => Promise.resolve(null);
  override timezoneOf = () => Promise.resolve('UTC');
  override defaultHashtagsOf = () => Promise.resolve('');
}

export const SCRIPTED_PLATFORM = [
  ScriptedPlatform,
  Prepare,
  Call,
  LookUp,
  Precheck,
  Rest,
  Repeats,
  Budgets,
  Servers,
  Limits,
  { provide: UserEntitlements, useClass: Plan },
  { provide: UserPreferences, useClass: Preferences },
  Connection,
  Readiness,
  Delete,
  Deletes,
];
