import { idempotentShapes, type IdempotentEvent } from '#infrastructure/effects/effect-story.ts';
import type { Event } from '@posthorn/event-sourcing';
import { plain, type EventShapes, type Mark, type Plain } from '@posthorn/event-sourcing/event-shape';

/** The declaration of an action on a published post. */
type Declared = Readonly<{
  /**
   * The first part of the names of the action's events. These names are stored and never change.
   * `HISTORY_SENTENCES` contains the sentences of the history.
   */
  event: string;
}>;

/**
 * Actions on a published post. Each is one call, which can be repeated without harm. The code derives the events,
 * state, effect, read model and history of an action from its entry. The key is part of the name of the read model's table.
 */
const ACTIONS = {
  /**
   * Sets the cover that the owner chose for a video. Some platforms need a separate call for this after
   * publishing.
   */
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
/** @typeParam Of the fields that all events of the stream contain */
export type ActionEvent<Of = object> = { [Name in EventName]: EventsOf<Name, Of> }[EventName];
type ActionType = ActionEvent['type'];

/**
 * @param commonFields the marks of the fields that all events of the stream contain; @param owner the mark of fields
 * that only the owner may read
 */
export const actionShapes = <Of>(
  commonFields: Readonly<Record<string, Plain>>,
  owner: Mark<Of>,
): EventShapes<ActionEvent<Of>> =>
  Object.assign(
    {},
    ...actionNames.map((name) => {
      const { event } = actionOf(name);
      return {
        [`${event}Requested`]: {
          schema: 1,
          fields: { ...commonFields, remoteId: owner, requestedAt: plain },
        },
        [`${event}Set`]: { schema: 1, fields: { ...commonFields, attemptId: plain, setAt: plain } },
        ...idempotentShapes(event, commonFields, owner),
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

export const isActionEvent = <E extends Readonly<{ type: string }>>(
  event: E,
): event is Extract<E, Readonly<{ type: ActionType }>> => BY_TYPE.has(event.type);
