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
import type { Lease } from '#infrastructure/effects/lease.ts';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import {
  ConnectionStateOf,
  SetCover,
  type ConnectionState,
  type MediaItem,
} from '#modules/integrations/public.ts';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { postStream } from '../../domain/post/post.ts';
import { coverIn, mediaFor } from '../../domain/post/target-content.ts';
import { coverEvents } from '../../domain/publication/cover.ts';
import { harmlessContext } from '../../domain/publication/harmless-context.ts';
import type { PublicationEvent, Target } from '../../domain/publication/publication-events.ts';
import { publicationId, publicationStream, type Publication } from '../../domain/publication/publication.ts';
import type { PublishingTimes } from '../../domain/publication/publishing-times.ts';
import { resume } from '../../domain/publication/readiness.ts';
import { PostMedia } from '../../post-media/post-media.ts';
import { TIMES } from '../../times.ts';
import type { DueCover } from './cover-rows.ts';

/** The remote id of the video. */
type CoverTask = Readonly<{ remoteId: string }>;
type Ready = CoverTask & Readonly<{ picture: MediaItem }>;

/** Setting the cover of a video that is out: its truth is the publication's stream, which stays published whatever comes of it. */
@Injectable()
export class CoverKind implements EffectKind<DueCover, CoverTask | null, unknown, Ready> {
  readonly name = 'cover';

  constructor(
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly media: PostMedia,
    private readonly clock: DatabaseClock,
    @Inject(TIMES) private readonly times: PublishingTimes,
  ) {}

  causeOf({ postId, accountId }: DueCover): string {
    return `cover:${publicationId(postId, accountId)}`;
  }

  async load({ postId, accountId }: DueCover): Promise<LoadedEffect<CoverTask | null> | null> {
    const { state } = await this.reader.load(publicationStream, publicationId(postId, accountId));
    return state.cover && loadedOf(state);
  }

  async decide(
    row: DueCover,
    _: CoverTask | null,
    decision: (effect: Effect) => readonly Move[],
    { repeatable = true, ready }: DecideOptions<Ready> = {},
  ): Promise<DecidedEffect<CoverTask | null>> {
    const target = targetOf(row);
    const id = publicationId(row.postId, row.accountId);
    const events = (publication: Publication): PublicationEvent[] => {
      const { cover } = publication;
      if (!cover || (ready && cover.remoteId !== ready.remoteId)) return [];
      return decision(cover.effect).flatMap((move) =>
        // What waits for the same account on this publication goes on with it.
        move.kind === 'resumed'
          ? resume(publication, target, new Date(move.at))
          : coverEvents(target, [move]),
      );
    };
    const { state, appended } = await this.writer.decide(publicationStream, id, events, { repeatable });
    return { ...loadedOf(state), moved: appended.length > 0 };
  }

  async context(): Promise<EffectContext> {
    return harmlessContext({ now: await this.clock.now(), random: Math.random(), times: this.times });
  }

  async prepare(
    { row }: Lease<DueCover>,
    { task }: LoadedEffect<CoverTask | null>,
  ): Promise<Prepared<Ready>> {
    if (!task) return { kind: 'elsewhere' };
    const { state } = await this.reader.load(postStream, row.postId);
    const file = coverIn(mediaFor(state.draft, row.accountId));
    const refused = { kind: 'refused', reason: 'media-lost', words: null } as const;
    try {
      const [picture] = file ? await this.media.itemsOf(row.ownerId, [file]) : [];
      return picture ? { kind: 'ready', ready: { ...task, picture } } : { ...refused, retryable: false };
    } catch (error) {
      // A file that is gone does not come back; a disk that did not answer may.
      return {
        ...refused,
        retryable: !(error instanceof Error && 'code' in error && error.code === 'ENOENT'),
      };
    }
  }

  async call(
    row: DueCover,
    { remoteId, picture }: Ready,
    signal: AbortSignal,
  ): Promise<AttemptOutcome<null>> {
    const outcome = await this.commands.execute(new SetCover(row, { remoteId, picture }, signal));
    return outcome.kind === 'set' ? { kind: 'done', result: null } : outcome;
  }

  account({ accountId, ownerId }: DueCover): Promise<ConnectionState> {
    return this.queries.execute(new ConnectionStateOf(accountId, ownerId));
  }
}

const targetOf = ({ postId, accountId, ownerId, platform }: Target): Target => ({
  postId,
  accountId,
  ownerId,
  platform,
});

const loadedOf = ({ cover }: Publication): LoadedEffect<CoverTask | null> => ({
  effect: cover?.effect ?? NEVER_ASKED,
  task: cover && { remoteId: cover.remoteId },
});

/** Nobody chose a cover for it. */
const NEVER_ASKED: Effect = { ...NEW_EFFECT, status: 'cancelled' };
