import { platforms } from '@posthorn/contracts/shared/platform';
import { idempotentContext } from '#infrastructure/effects/attempt/idempotent-context.ts';
import { defineEffect } from '#infrastructure/effects/define-effect.ts';
import {
  openEffects,
  type OpenEffects,
  effectsView,
} from '#infrastructure/effects/open-effects.projection.ts';
import { AccountConnections } from '#modules/integrations/ports/account-connections.ts';
import { RemotePosts } from '#modules/integrations/ports/remote-posts.ts';
import { ON_HOLD } from '#infrastructure/effects/publishing-hold.ts';
import { postToDelete } from '../../domain/publication/deletion-rules.ts';
import {
  asResumed,
  appliesToRow,
  type PublicationEvent,
} from '../../domain/publication/publication-events.ts';
import { publicationId, publicationStream } from '../../domain/publication/publication.ts';
import { resume } from '../../domain/publication/readiness.ts';
import {
  deletionEffect,
  deletionEvents,
  deletionMoveOf,
  isDeletionEvent,
} from '../../domain/publication/remote-deletion.ts';
import { typesOfMoves } from '../../domain/publication/types-of-moves.ts';
import { TIMES } from '../times.ts';
import { TARGET_COLUMNS } from '../../read-models/targets/target-rows.ts';

/** The read model assumes this attempt for each event, because its rows do not depend on the attempt. */
const ASSUMED_ATTEMPT = { status: 'requested', number: 0 } as const;

/** The read model of published posts with an open deletion. */
export const openDeletions: OpenEffects<PublicationEvent> = {
  name: 'scheduling.remote-deletions',
  table: 'remote_deletion',
  category: publicationStream.category,
  types: typesOfMoves(isDeletionEvent),
  key: TARGET_COLUMNS,
  moveOf: (event) => (isDeletionEvent(event) ? deletionMoveOf(ASSUMED_ATTEMPT, event) : asResumed(event)),
  isOfRow: appliesToRow,
};

/** Deletes published posts on their platforms. */
export const RemoteDeletions = defineEffect({
  name: 'remote-deletion',
  loop: 'scheduling.remote-deletions',
  logger: 'Publishing',
  needs: { remotePosts: RemotePosts, accounts: AccountConnections, times: TIMES },
  rows: {
    table: effectsView('remote_deletion'),
    columns: TARGET_COLUMNS,
    // The lease is longer than the time limit of the call.
    lease: ({ times }) => 2 * times.callWithin,
    paused: ON_HOLD,
  },
  readModel: ({ times }) => openEffects(openDeletions, times),
  cause: ({ postId, accountId }) => `deletion:${publicationId(postId, accountId)}`,
  platforms,
  slots: 16,
  // Deletions are less urgent than due posts.
  times: ({ times }) => ({ ...times, tick: 2 * times.tick }),
  stream: publicationStream,
  streamId: ({ postId, accountId }) => publicationId(postId, accountId),
  effectIn: (publication) =>
    publication.deletion && {
      effect: deletionEffect(publication.deletion),
      task: postToDelete(publication),
    },
  context: (at, { times }) => idempotentContext({ ...at, times }),
  // Without an id on the platform there is nothing to delete, so the worker makes no call.
  prepare: (post) => (post ? { kind: 'ready', ready: post } : { kind: 'elsewhere' }),
  // In the meantime, the owner may have requested the deletion of another copy.
  isStillAsked: (publication, { remoteId }) => postToDelete(publication)?.remoteId === remoteId,
  call: async (post, row, { remotePosts }, signal) => {
    const outcome = await remotePosts.delete(row, post, signal);
    return outcome.kind === 'deleted' ? { kind: 'done', result: null } : outcome;
  },
  account: ({ accountId, ownerId }, { accounts }) => accounts.connectionOf(accountId, ownerId),
  events: (publication, move, row) => {
    // Everything on this publication that waits for the account continues too.
    if (move.kind === 'resumed') return resume(publication, row, new Date(move.at));
    return publication.deletion ? deletionEvents(row, publication.deletion, [move]) : [];
  },
});
