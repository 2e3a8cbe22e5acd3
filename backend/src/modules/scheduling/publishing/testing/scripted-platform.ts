import type { Platform } from '@posthorn/contracts/shared/platform';
import {
  CallPlatform,
  LimitsOf,
  LookUpPublication,
  PrecheckPublication,
  PreparePublication,
  RepeatRuleOf,
  type CallOutcome,
  type LookUpOutcome,
  type PrepareOutcome,
  type ProblemView,
  type RepeatRule,
} from '#modules/integrations/public.ts';
import { PlanOf } from '#modules/billing/public.ts';
import { Injectable } from '@nestjs/common';
import { CommandHandler, QueryHandler } from '@nestjs/cqrs';

const RULES: Partial<Record<Platform, RepeatRule>> = { bluesky: 'always', mastodon: 'after-negative-check' };

type Answer = 'ok' | 'drop-after-accept' | CallOutcome | (() => Promise<CallOutcome>);

/** Stands for Integrations and every platform: remembers what arrived, and answers as it is told. */
@Injectable()
export class ScriptedPlatform {
  /** `{platform}:{key}` of every post that arrived, doubles included where the platform does not know the key. */
  readonly received: string[] = [];
  readonly calls: { platform: Platform; refs: unknown; text: string }[] = [];
  readonly answers: Answer[] = [];
  readonly preparations: PrepareOutcome[] = [];
  readonly lookUps: LookUpOutcome[] = [];
  problems: ProblemView[] = [];
  beforeCall: () => Promise<void> | void = () => undefined;

  async prepare({ publication, refs, save }: PreparePublication): Promise<PrepareOutcome> {
    const scripted = this.preparations.shift();
    if (scripted) return scripted;
    const kept = refs ?? { key: `${publication.platform}:${publication.contentHash}` };
    await save(kept);
    return { kind: 'prepared', refs: kept };
  }

  async call({ publication: { platform, text }, refs }: CallPlatform): Promise<CallOutcome> {
    await this.beforeCall();
    this.calls.push({ platform, refs, text });
    const answer = this.answers.shift() ?? 'ok';
    if (typeof answer === 'function') return answer();
    if (typeof answer === 'object') return answer;
    const key = refs['key'] as string;
    // Class A: the same record under the same key changes nothing.
    if (platform !== 'bluesky' || !this.received.includes(key)) this.received.push(key);
    return answer === 'ok'
      ? { kind: 'published', remoteId: key, permalink: 'https://social.test/1' }
      : { kind: 'unknown', cause: 'reset', words: null };
  }

  lookUp({ refs }: LookUpPublication): Promise<LookUpOutcome> {
    const key = refs['key'] as string;
    const there = this.received.includes(key);
    return Promise.resolve(
      this.lookUps.shift() ??
        (there ? { kind: 'published', remoteId: key, permalink: null } : { kind: 'absent' }),
    );
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
@QueryHandler(PrecheckPublication)
class Precheck {
  constructor(private readonly platform: ScriptedPlatform) {}
  execute = () => Promise.resolve(this.platform.problems);
}
@QueryHandler(RepeatRuleOf)
class Rule {
  execute = ({ platform }: RepeatRuleOf) => Promise.resolve(RULES[platform] ?? 'never');
}
@QueryHandler(LimitsOf)
class Limits {
  execute = () => Promise.resolve(null);
}
@QueryHandler(PlanOf)
class Plan {
  execute = () => Promise.resolve('premium' as const);
}

export const SCRIPTED_PLATFORM = [ScriptedPlatform, Prepare, Call, LookUp, Precheck, Rule, Limits, Plan];
