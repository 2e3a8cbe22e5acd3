import { platforms } from '@posthorn/contracts/shared/platform';
import { idempotentContext } from '#infrastructure/effects/attempt/idempotent-context.ts';
import { defineEffect } from '#infrastructure/effects/define-effect.ts';
import {
  effectsView,
  openEffects,
  type OpenEffects,
} from '#infrastructure/effects/open-effects.projection.ts';
import { ON_HOLD } from '#infrastructure/effects/publishing-hold.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { AccountConnections } from '#modules/integrations/ports/account-connections.ts';
import { RemotePosts } from '#modules/integrations/ports/remote-posts.ts';
import { actionStories } from '../../domain/publication/action-state.ts';
import { actionNames, actionOfEvent, type ActionName } from '../../domain/publication/actions.ts';
import {
  asResumed,
  appliesToRow,
  type PublicationEvent,
} from '../../domain/publication/publication-events.ts';
import { publicationId, publicationStream } from '../../domain/publication/publication.ts';
import { eventsOfEffect } from '../../domain/publication/readiness.ts';
import { PostFiles } from '../../stores/post-media/post-media.ts';
import { typesOfMoves } from '../../domain/publication/types-of-moves.ts';
import { TIMES } from '../times.ts';
import { TARGET_COLUMNS } from '../../read-models/targets/target-rows.ts';
import { preparationOf } from './preparations.ts';

/** The read model of published posts with an open action of this name. */
export const openActions = (name: ActionName): OpenEffects<PublicationEvent> => ({
  name: `scheduling.${name}s`,
  table: name,
  category: publicationStream.category,
  types: typesOfMoves((event) => actionOfEvent(event) === name),
  key: TARGET_COLUMNS,
  moveOf: (event) =>
    actionOfEvent(event) === name ? actionStories[name].moveOf(event as never) : asResumed(event),
  isOfRow: appliesToRow,
});

/**
 * Defines the worker for one kind of action on published posts. An action that fails does not change the
 * state of its post: the post stays published.
 */
const defineAction = (name: ActionName) =>
  defineEffect({
    name,
    loop: `scheduling.${name}s`,
    logger: 'Publishing',
    needs: {
      remotePosts: RemotePosts,
      accounts: AccountConnections,
      reader: EventReader,
      media: PostFiles,
      times: TIMES,
    },
    rows: {
      table: effectsView(name),
      columns: TARGET_COLUMNS,
      // The lease is longer than the time limit of the call.
      lease: ({ times }) => 2 * times.callWithin,
      paused: ON_HOLD,
    },
    readModel: ({ times }) => openEffects(openActions(name), times),
    platforms,
    slots: 8,
    // Actions are less urgent than due posts.
    times: ({ times }) => ({ ...times, tick: 2 * times.tick }),
    stream: publicationStream,
    streamId: ({ postId, accountId }) => publicationId(postId, accountId),
    effectIn: ({ actions }) => {
      const { [name]: action } = actions;
      return action ? { effect: action.effect, task: { remoteId: action.remoteId } } : null;
    },
    context: (at, { times }) => idempotentContext({ ...at, times }),
    prepare: ({ remoteId }, row, given) => preparationOf(name)(remoteId, row, given),
    isStillAsked: ({ actions }, { remoteId }) => actions[name]?.remoteId === remoteId,
    call: async (ready, row, { remotePosts }, signal) => {
      const outcome = await remotePosts.actOn(name, row, ready, signal);
      return outcome.kind === 'done' ? { kind: 'done', result: null } : outcome;
    },
    account: ({ accountId, ownerId }, { accounts }) => accounts.connectionOf(accountId, ownerId),
    events: (publication, move, row) => eventsOfEffect(actionStories[name], publication, row, move),
  });

/** The workers of all actions. */
export const ACTION_EFFECTS = actionNames.map(defineAction);
