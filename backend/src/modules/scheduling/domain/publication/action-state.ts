import { NEW_EFFECT, RECONNECT, type Effect } from '#infrastructure/effects/attempt/effect.ts';
import { evolve, type Move } from '#infrastructure/effects/attempt/move.ts';
import { effectStory, idempotentMoves } from '#infrastructure/effects/effect-story.ts';
import { actionNames, actionOf, actionOfEvent, type ActionEvent, type ActionName } from './actions.ts';

/** The state of an action. `remoteId`: the id of the post on the platform. */
export type ActionState = Readonly<{ remoteId: string; effect: Effect }>;
/** The state of the last request, for each action that was requested. */
export type ActionStates = Readonly<Partial<Record<ActionName, ActionState>>>;

/** Maps the events of an action to moves and back. */
const storyOf = (name: ActionName) => {
  const { event } = actionOf(name);
  return effectStory<ActionEvent>({
    ...idempotentMoves(event),
    asked: { type: `${event}Requested`, named: { at: 'requestedAt' }, isOnlyRead: true },
    done: { type: `${event}Set`, named: { at: 'setAt' } },
  });
};
export const actionStories = Object.fromEntries(actionNames.map((name) => [name, storyOf(name)])) as Readonly<
  Record<ActionName, ReturnType<typeof storyOf>>
>;

/** The states after one event. An event of an action that was never requested changes nothing. */
export function withAction(before: ActionStates, event: ActionEvent): ActionStates {
  const name = actionOfEvent(event);
  if (!name) return before;
  const { data } = event;
  const state = 'remoteId' in data ? { remoteId: data.remoteId, effect: NEW_EFFECT } : before[name];
  return state ? { ...before, [name]: withMove(state, actionStories[name].moveOf(event)) } : before;
}

/** The states after the account was connected again: waiting actions continue. */
export const actionsResumed = (states: ActionStates, at: string): ActionStates =>
  Object.fromEntries(
    Object.entries(states).map(([name, state]) => [name, withMove(state, { kind: 'resumed', at })]),
  );

export const hasWaitingAction = (states: ActionStates): boolean =>
  Object.values(states).some(({ effect }) => effect.waitsFor === RECONNECT);

const withMove = (state: ActionState, move: Move): ActionState => ({
  ...state,
  effect: evolve(state.effect, move),
});
