import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type { EffectContext } from '#infrastructure/effects/attempt/context.ts';
import { NEW_EFFECT, type Effect } from '#infrastructure/effects/attempt/effect.ts';
import type { Move } from '#infrastructure/effects/attempt/move.ts';
import type { AttemptOutcome } from '#infrastructure/effects/attempt/rules.ts';
import type {
  DecidedEffect,
  DecideOptions,
  EffectKind,
  LoadedEffect,
  Prepared,
} from '#infrastructure/effects/effect-kind.ts';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { ConnectionStateOf, DeleteRemotePost, type ConnectionState } from '#modules/integrations/public.ts';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { deletionEvents } from '../../domain/publication/deletion-effect.ts';
import { postToDelete, type PostToDelete } from '../../domain/publication/deletion-rules.ts';
import { harmlessContext } from '../../domain/publication/harmless-context.ts';
import type { PublicationEvent, Target } from '../../domain/publication/publication-events.ts';
import { publicationId, publicationStream, type Publication } from '../../domain/publication/publication.ts';
import type { PublishingTimes } from '../../domain/publication/publishing-times.ts';
import { resume } from '../../domain/publication/readiness.ts';
import { deletionEffect } from '../../domain/publication/remote-deletion.ts';
import { TIMES } from '../../times.ts';
import type { DueDeletion } from './deletion-rows.ts';

/** Taking a published post off its platform: its truth is the publication's stream. */
@Injectable()
export class RemoteDeletionKind implements EffectKind<
  DueDeletion,
  PostToDelete | null,
  unknown,
  PostToDelete
> {
  readonly name = 'remote-deletion';

  constructor(
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly clock: DatabaseClock,
    @Inject(TIMES) private readonly times: PublishingTimes,
  ) {}

  causeOf({ postId, accountId }: DueDeletion): string {
    return `deletion:${publicationId(postId, accountId)}`;
  }

  async load({ postId, accountId }: DueDeletion): Promise<LoadedEffect<PostToDelete | null> | null> {
    const { state } = await this.reader.load(publicationStream, publicationId(postId, accountId));
    return state.deletion && loadedOf(state);
  }

  async decide(
    row: DueDeletion,
    _: PostToDelete | null,
    decision: (effect: Effect) => readonly Move[],
    { repeatable = true, ready }: DecideOptions<PostToDelete> = {},
  ): Promise<DecidedEffect<PostToDelete | null>> {
    const target = targetOf(row);
    const id = publicationId(row.postId, row.accountId);
    const events = (publication: Publication): PublicationEvent[] => {
      const { effect, task } = loadedOf(publication);
      const { deletion } = publication;
      // The wish has changed since: what was prepared is another copy.
      if (!deletion || (ready && task?.remoteId !== ready.remoteId)) return [];
      return decision(effect).flatMap((move) =>
        // What waits for the same account on this publication goes on with it.
        move.kind === 'resumed'
          ? resume(publication, target, new Date(move.at))
          : deletionEvents(target, deletion, [move]),
      );
    };
    const { state, appended } = await this.writer.decide(publicationStream, id, events, { repeatable });
    return { ...loadedOf(state), moved: appended.length > 0 };
  }

  async context(): Promise<EffectContext> {
    return harmlessContext({ now: await this.clock.now(), random: Math.random(), times: this.times });
  }

  prepare(_: unknown, { task }: LoadedEffect<PostToDelete | null>): Promise<Prepared<PostToDelete>> {
    return Promise.resolve(task ? { kind: 'ready', ready: task } : { kind: 'elsewhere' });
  }

  async call(row: DueDeletion, post: PostToDelete, signal: AbortSignal): Promise<AttemptOutcome<null>> {
    const outcome = await this.commands.execute(new DeleteRemotePost(row, post, signal));
    return outcome.kind === 'deleted' ? { kind: 'done', result: null } : outcome;
  }

  account({ accountId, ownerId }: DueDeletion): Promise<ConnectionState> {
    return this.queries.execute(new ConnectionStateOf(accountId, ownerId));
  }
}

const targetOf = ({ postId, accountId, ownerId, platform }: Target): Target => ({
  postId,
  accountId,
  ownerId,
  platform,
});

const loadedOf = (publication: Publication): LoadedEffect<PostToDelete | null> => ({
  effect: publication.deletion ? deletionEffect(publication.deletion) : NEVER_ASKED,
  task: postToDelete(publication),
});

/** Nobody wants this post off its platform. */
const NEVER_ASKED: Effect = { ...NEW_EFFECT, status: 'cancelled' };
