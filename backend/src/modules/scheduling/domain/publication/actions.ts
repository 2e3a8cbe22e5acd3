import { harmlessShapes, type HarmlessEvent } from '#infrastructure/effects/effect-story.ts';
import type { Event } from '@posthorn/event-sourcing';
import { plain, type EventShapes, type Mark, type Plain } from '@posthorn/event-sourcing/event-shape';

/** What an action on a published post says of itself. */
type Declared = Readonly<{
  /** Its events are called by it; stored, and never renamed. */
  event: string;
  /** For the history: “Attempt 1 to {to} on X was begun.”, “{doing} on X was put off.”, “{what} was {done} on X.” */
  to: string;
  doing: string;
  what: string;
  done: string;
  /** The sentence of the history when the product itself requested the action. */
  asked?: (on: string) => string;
  /** A sentence that the history adds after the last failure. */
  despite?: string;
}>;

/**
 * Everything that is done with a published post by one call, and does no harm when it is done twice. An entry makes events, state, effect,
 * read model and history; its key names the table of its read model.
 */
const ACTIONS = {
  /** The cover that the writer of a video chose, where that is a call of its own after the video is out. */
  cover: {
    event: 'Cover',
    to: 'set the cover',
    doing: 'Setting the cover',
    what: 'The cover',
    done: 'set',
    asked: (on) => `The video is out on ${on}. Its cover is set next.`,
    despite: 'The video stays published.',
  },
} as const satisfies Readonly<Record<string, Declared>>;

export type ActionName = keyof typeof ACTIONS;
export const actionNames = Object.keys(ACTIONS) as readonly ActionName[];
export const actionOf = (name: ActionName): Declared & Readonly<{ event: EventName }> => ACTIONS[name];

type EventName = (typeof ACTIONS)[ActionName]['event'];
type EventsOf<Name extends string, Of> =
  | Event<`${Name}Requested`, 1, Of & Readonly<{ remoteId: string; requestedAt: string }>>
  | Event<`${Name}Set`, 1, Of & Readonly<{ attemptId: string | null; setAt: string }>>
  | HarmlessEvent<Name, Of>;
/** @typeParam Of what all events of the stream carry */
export type ActionEvent<Of = object> = { [Name in EventName]: EventsOf<Name, Of> }[EventName];
type ActionType = ActionEvent['type'];

/** @param of marks of what all events of the stream carry; @param owner of what only its owner may know */
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
        ...harmlessShapes(event, of, owner),
      };
    }),
  ) as EventShapes<ActionEvent<Of>>;

/** By the type of an event: the action that it tells of. */
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
