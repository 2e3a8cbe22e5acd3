import { idempotentShapes, type IdempotentEvent } from '#infrastructure/effects/effect-story.ts';
import type { Event } from '@posthorn/event-sourcing';
import { plain, type EventShapes, type Mark, type Plain } from '@posthorn/event-sourcing/event-shape';

/** What each action on a published post declares. */
type Declared = Readonly<{
  /**
   * The names of its events begin with this. They are stored and never renamed. The sentences of the history are in
   * `HISTORY_SENTENCES`.
   */
  event: string;
}>;

/**
 * Actions that one call does to a published post, and that do no harm when done twice. An entry makes events, state, effect, read model and history.
 * Its key names the table of its read model.
 */
const ACTIONS = {
  /** The cover that the owner chose for a video, where it needs a call of its own after the video is published. */
  cover: {
    event: 'Cover',
  },
} as const satisfies Readonly<Record<string, Declared>>;

export type ActionName = keyof typeof ACTIONS;
export const actionNames = Object.keys(ACTIONS) as readonly ActionName[];
export const actionOf = (name: ActionName): Declared & Readonly<{ event: EventName }> => ACTIONS[name];

type EventName = (typeof ACTIONS)[ActionName]['event'];
type EventsOf<Name extends string, Of> =
  | Event<`${Name}Requested`, 1, Of & Readonly<{ remoteId: string; requestedAt: string }>>
  | Event<`${Name}Set`, 1, Of & Readonly<{ attemptId: string | null; setAt: string }>>
  | IdempotentEvent<Name, Of>;
/** @typeParam Of the fields that all events of the stream carry */
export type ActionEvent<Of = object> = { [Name in EventName]: EventsOf<Name, Of> }[EventName];
type ActionType = ActionEvent['type'];

/** @param of marks of the fields that all events of the stream carry; @param owner marks what only the owner may read */
export const actionShapes = <Of>(
  of: Readonly<Record<string, Plain>>,
  owner: Mark<Of>,
): EventShapes<ActionEvent<Of>> =>
  Object.assign(
    {},
    ...actionNames.map((name) => {
      const { event } = actionOf(name);
      return {
        [`${event}Requested`]: { schema: 1, fields: { ...of, remoteId: owner, requestedAt: plain } },
        [`${event}Set`]: { schema: 1, fields: { ...of, attemptId: plain, setAt: plain } },
        ...idempotentShapes(event, of, owner),
      };
    }),
  ) as EventShapes<ActionEvent<Of>>;

/** The action of each event type. */
const BY_TYPE: ReadonlyMap<string, ActionName> = new Map(
  actionNames.flatMap((name) =>
    (['Requested', 'Set', 'Attempted', 'Failed', 'Postponed'] as const).map(
      (ending) => [`${actionOf(name).event}${ending}`, name] as const,
    ),
  ),
);

export const actionTypes: readonly string[] = [...BY_TYPE.keys()];

export const actionOfEvent = ({ type }: Readonly<{ type: string }>): ActionName | undefined =>
  BY_TYPE.get(type);

export const isOfAction = <E extends Readonly<{ type: string }>>(
  event: E,
): event is Extract<E, Readonly<{ type: ActionType }>> => BY_TYPE.has(event.type);
