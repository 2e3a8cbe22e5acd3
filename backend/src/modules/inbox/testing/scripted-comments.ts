import type { Platform } from '@posthorn/contracts/shared/platform';
import { Global, Module } from '@nestjs/common';
import { AccountConnections, type ConnectionState } from '#modules/integrations/ports/account-connections.ts';
import { AccountKeys } from '#modules/integrations/ports/account-keys.ts';
import { ServerCooldowns } from '#modules/integrations/ports/server-cooldowns.ts';
import { CommentRules, type CommentAbilities } from '#modules/integrations/ports/comment-rules.ts';
import type { KnownComment } from '#modules/integrations/ports/comments-of-accounts.ts';
import { ConnectedAccounts } from '#modules/integrations/ports/connected-accounts.ts';
import {
  ModerationOnPlatforms,
  type ModerationOutcome,
} from '#modules/integrations/ports/moderation-on-platforms.ts';
import type { CallOutcome, LookUpOutcome } from '#modules/integrations/ports/publishing.ts';
import {
  RepliesOnPlatforms,
  type OutgoingReply,
  type ReplyRepetition,
} from '#modules/integrations/ports/replies-on-platforms.ts';
import { portsImplementedBy } from './ports-implemented-by.ts';

/** A double for Integrations and a platform. It records calls, and returns scripted outcomes. */
export class ScriptedComments {
  /** The texts of replies that arrived, in order. */
  readonly sent: string[] = [];
  readonly moderated: string[] = [];
  /** The outcomes of the next calls; calls without a scripted outcome succeed. `lost`: the call arrives, but its response is lost. */
  readonly answers: (CallOutcome | 'lost')[] = [];
  readonly lookUps: LookUpOutcome[] = [];
  readonly moderations: ModerationOutcome[] = [];
  abilities: CommentAbilities = {
    reply: 'send',
    whyNot: null,
    openUrl: null,
    hide: 'platform',
    remove: true,
  };
  repetition: ReplyRepetition = {
    rule: 'after-negative-look-up',
    visibleAfterMs: 0,
    isLateCallHarmless: true,
  };
  connection: ConnectionState = 'active';
  replyMax = 100;
  automaticReplies = true;
  /** Remote ids of accounts that are connected to this installation. */
  connectedHere: readonly string[] = [];

  /** Restores the initial state. */
  reset(): void {
    Object.assign(this, new ScriptedComments());
  }

  call(text: string): CallOutcome {
    const answer = this.answers.shift() ?? 'sent';
    if (answer === 'sent' || answer === 'lost') this.sent.push(text);
    if (answer === 'sent') return this.published;
    return answer === 'lost' ? { kind: 'unknown', cause: 'reset', words: null } : answer;
  }

  lookUp(text: string): LookUpOutcome {
    return this.lookUps.shift() ?? (this.sent.includes(text) ? this.published : { kind: 'absent' });
  }

  readonly published = { kind: 'published', remoteId: 'r-1', permalink: 'https://social.test/r-1' } as const;
}

/** Returns the module that replaces Integrations. */
export function scriptedIntegrations(script: ScriptedComments) {
  const resolved = <Answer>(answer: Answer): Promise<Answer> => Promise.resolve(answer);
  class Rules extends CommentRules {
    override abilitiesOf = (_: Platform, comments: readonly KnownComment[]) =>
      comments.map(() => script.abilities);
    override replyLength: CommentRules['replyLength'] = (_platform, _comment, { length }) => ({
      used: length,
      max: script.replyMax,
    });
    override allowsAutomaticReplies = () => script.automaticReplies;
  }
  const keys: AccountKeys = {
    byAuthors: (_, authors) =>
      resolved(
        script.connectedHere
          .filter((remoteId) => authors.some((author) => author.remoteId === remoteId))
          .map((remoteId) => ({ remoteId, accountId: 4, ownerId: 'bea' })),
      ),
  };
  const accounts: Pick<ConnectedAccounts, 'named'> = {
    named: (ids) => {
      const account = { accountName: 'ana@social', ownerId: 'ana', connected: true };
      return resolved(ids.map((id) => ({ id, platform: 'mastodon', ...account })));
    },
  };
  const connections: AccountConnections = { connectionOf: () => resolved(script.connection) };
  const cooldowns: ServerCooldowns = { remainingCooldown: () => resolved(0) };
  class Replies extends RepliesOnPlatforms {
    override repetitionOf = () => script.repetition;
    override prepare: RepliesOnPlatforms['prepare'] = async (_platform, _reply, refs, save) => {
      const kept = refs ?? { key: 'k' };
      await save(kept);
      return { kind: 'prepared', refs: kept };
    };
    override call = (_: Platform, { text }: OutgoingReply) => resolved(script.call(text));
    override lookUp = (_: Platform, { text }: OutgoingReply) => resolved(script.lookUp(text));
  }
  class Moderation extends ModerationOnPlatforms {
    override moderate: ModerationOnPlatforms['moderate'] = (_, comment, action) => {
      const outcome = script.moderations.shift() ?? ({ kind: 'done' } as const);
      if (outcome.kind === 'done') script.moderated.push(`${action} ${comment.remoteId}`);
      return resolved(outcome);
    };
  }
  @Global()
  @Module({
    imports: [portsImplementedBy(new Rules(), new Replies(), new Moderation())],
    providers: [
      { provide: ConnectedAccounts, useValue: accounts },
      { provide: AccountConnections, useValue: connections },
      { provide: AccountKeys, useValue: keys },
      { provide: ServerCooldowns, useValue: cooldowns },
    ],
    exports: [AccountConnections, AccountKeys, ConnectedAccounts, ServerCooldowns],
  })
  class ScriptedIntegrations {}
  return ScriptedIntegrations;
}
