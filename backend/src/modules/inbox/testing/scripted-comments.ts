import { Module } from '@nestjs/common';
import { CommandHandler, QueryHandler } from '@nestjs/cqrs';
import {
  AbilitiesOf,
  AllowsAutomaticReplies,
  CallReply,
  LookUpReply,
  ModerateComment,
  PlatformNameOf,
  PrepareReply,
  ReplyLengthOf,
  ReplyRepetitionOf,
  type CommentAbilities,
  type ModerationOutcome,
  type ReplyRepetition,
} from '#modules/integrations/comments/public.ts';
import {
  AccountsByRemoteId,
  ConnectionStateOf,
  RestOf,
  type CallOutcome,
  type ConnectionState,
  type LookUpOutcome,
} from '#modules/integrations/public.ts';
import { portsFilledBy } from './ports-filled-by.ts';

/** Stands for Integrations and a platform: remembers what arrived, and answers as it is told. */
export class ScriptedComments {
  /** Texts that arrived, in order. */
  readonly sent: string[] = [];
  readonly moderated: string[] = [];
  /** What the next calls meet; nothing said: they succeed. `lost`: it arrives and nobody hears of it. */
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
    visibility: 0,
    isHarmlessWhenLate: true,
  };
  connection: ConnectionState = 'active';
  replyMax = 100;
  automaticReplies = true;
  /** Remote ids of accounts that somebody has connected here. */
  connectedHere: readonly string[] = [];

  /** As it was at first. */
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

/** The module that stands for Integrations. */
export function scriptedIntegrations(script: ScriptedComments) {
  const later = <Answer>(answer: Answer): Promise<Answer> => Promise.resolve(answer);
  @QueryHandler(AbilitiesOf)
  class Abilities {
    execute = ({ comments }: AbilitiesOf) => later(comments.map(() => script.abilities));
  }
  @QueryHandler(ReplyLengthOf)
  class Lengths {
    execute = ({ text }: ReplyLengthOf) => later({ used: text.length, max: script.replyMax });
  }
  @QueryHandler(ReplyRepetitionOf)
  class Repetitions {
    execute = () => later(script.repetition);
  }
  @QueryHandler(AllowsAutomaticReplies)
  class Automatic {
    execute = () => later(script.automaticReplies);
  }
  @QueryHandler(AccountsByRemoteId)
  class Accounts {
    execute = ({ remoteIds }: AccountsByRemoteId) =>
      later(
        script.connectedHere
          .filter((remoteId) => remoteIds.includes(remoteId))
          .map((remoteId) => ({ remoteId, accountId: 4, ownerId: 'bea' })),
      );
  }
  @QueryHandler(PlatformNameOf)
  class Names {
    execute = () => later('Social');
  }
  @QueryHandler(RestOf)
  class Rests {
    execute = () => later(0);
  }
  @QueryHandler(ConnectionStateOf)
  class Connections {
    execute = () => later(script.connection);
  }
  @CommandHandler(PrepareReply)
  class Preparations {
    async execute({ refs, save }: PrepareReply) {
      const kept = refs ?? { key: 'k' };
      await save(kept);
      return { kind: 'prepared', refs: kept } as const;
    }
  }
  @CommandHandler(CallReply)
  class Calls {
    execute = ({ reply }: CallReply) => later(script.call(reply.text));
  }
  @QueryHandler(LookUpReply)
  class LookUps {
    execute = ({ reply }: LookUpReply) => later(script.lookUp(reply.text));
  }
  @CommandHandler(ModerateComment)
  class Moderations {
    execute({ action, comment }: ModerateComment) {
      const outcome = script.moderations.shift() ?? ({ kind: 'done' } as const);
      if (outcome.kind === 'done') script.moderated.push(`${action} ${comment.remoteId}`);
      return later(outcome);
    }
  }
  @Module({
    imports: [portsFilledBy()],
    providers: [
      ...[Abilities, Lengths, Repetitions, Names, Rests, Connections, Automatic, Accounts],
      ...[Preparations, Calls, LookUps, Moderations],
    ],
  })
  class ScriptedIntegrations {}
  return ScriptedIntegrations;
}
