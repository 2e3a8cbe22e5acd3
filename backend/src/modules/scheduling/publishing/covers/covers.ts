import { platforms } from '@posthorn/contracts/shared/platform';
import { harmlessContext } from '#infrastructure/effects/attempt/harmless-context.ts';
import { defineEffect } from '#infrastructure/effects/define-effect.ts';
import type { Prepared } from '#infrastructure/effects/effect-kind.ts';
import {
  openEffects,
  type OpenEffects,
  effectsView,
} from '#infrastructure/effects/open-effects.projection.ts';
import { ON_HOLD } from '#infrastructure/effects/publishing-hold.ts';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { AccountConditions } from '#modules/integrations/ports/account-conditions.ts';
import type { MediaItem } from '#modules/integrations/ports/publishing.ts';
import { RemotePosts } from '#modules/integrations/ports/remote-posts.ts';
import { postStream } from '../../domain/post/post.ts';
import { coverIn, mediaFor } from '../../domain/post/target-content.ts';
import { coverStory, isOfCover } from '../../domain/publication/cover.ts';
import {
  asResumed,
  isOfWaiting,
  type PublicationEvent,
  type Target,
} from '../../domain/publication/publication-events.ts';
import { publicationId, publicationStream } from '../../domain/publication/publication.ts';
import { eventsOfEffect } from '../../domain/publication/readiness.ts';
import { PostMedia } from '../../post-media/post-media.ts';
import { TIMES } from '../../times.ts';
import { TARGET_COLUMNS } from '../target-rows.ts';

/** `remoteId`: of the video. */
type ReadyCover = Readonly<{ remoteId: string; picture: MediaItem }>;

/** Published videos whose cover is to be set. */
export const openCovers: OpenEffects<PublicationEvent> = {
  name: 'scheduling.covers',
  table: 'cover',
  category: publicationStream.category,
  key: TARGET_COLUMNS,
  moveOf: (event) => (isOfCover(event) ? coverStory.moveOf(event) : asResumed(event)),
  isOfRow: isOfWaiting,
};

/** Sets the covers of published videos, where that is a call of its own. The video stays published whatever comes of it. */
export const Covers = defineEffect({
  name: 'cover',
  loop: 'scheduling.covers',
  logger: 'Publishing',
  needs: {
    remotePosts: RemotePosts,
    accounts: AccountConditions,
    reader: EventReader,
    media: PostMedia,
    times: TIMES,
  },
  rows: {
    table: effectsView('cover'),
    columns: TARGET_COLUMNS,
    // Longer than the call may take.
    lease: ({ times }) => 2 * times.callWithin,
    paused: ON_HOLD,
  },
  readModel: ({ times }) => openEffects(openCovers, times),
  platforms,
  slots: 8,
  // Nobody waits for it as for a post that is due.
  times: ({ times }) => ({ ...times, tick: 2 * times.tick }),
  stream: publicationStream,
  streamId: ({ postId, accountId }) => publicationId(postId, accountId),
  effectIn: ({ cover }) => cover && { effect: cover.effect, task: { remoteId: cover.remoteId } },
  context: (at, { times }) => harmlessContext({ ...at, times }),
  prepare: ({ remoteId }, row, given) => prepareCover(remoteId, row, given),
  isStillAsked: ({ cover }, { remoteId }) => cover?.remoteId === remoteId,
  call: async (ready, row, { remotePosts }, signal) => {
    const outcome = await remotePosts.setCover(row, ready, signal);
    return outcome.kind === 'set' ? { kind: 'done', result: null } : outcome;
  },
  account: ({ accountId, ownerId }, { accounts }) => accounts.connectionOf(accountId, ownerId),
  events: (publication, move, row) => eventsOfEffect(coverStory, publication, row, move),
});

export async function prepareCover(
  remoteId: string,
  { postId, accountId, ownerId }: Pick<Target, 'postId' | 'accountId' | 'ownerId'>,
  { reader, media }: Readonly<{ reader: EventReader; media: PostMedia }>,
): Promise<Prepared<ReadyCover>> {
  const { state } = await reader.load(postStream, postId);
  const file = coverIn(mediaFor(state.draft, accountId));
  const refused = { kind: 'refused', reason: 'media-lost', words: null } as const;
  try {
    const [picture] = file ? await media.itemsOf(ownerId, [file]) : [];
    return picture ? { kind: 'ready', ready: { remoteId, picture } } : { ...refused, retryable: false };
  } catch (error) {
    // A file that is gone does not come back; a disk that did not answer may.
    const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return { ...refused, retryable: !isGone };
  }
}
