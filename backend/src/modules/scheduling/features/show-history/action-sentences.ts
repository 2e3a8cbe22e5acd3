import { RECONNECT } from '#infrastructure/effects/attempt/effect.ts';
import type { SaidPart } from '@posthorn/contracts/shared/said';
import type { Handlers } from '@posthorn/event-sourcing';
import {
  actionNames,
  actionOf,
  type ActionEvent,
  type ActionName,
} from '../../domain/publication/actions.ts';
import type { Target } from '../../domain/publication/publication-events.ts';
import { AGAIN, coverPart, problemPart, quoted } from './said-problems.ts';

type Of<Ending extends string> = Extract<ActionEvent, { type: `${string}${Ending}` }>;

/** The sentences of the history about an action's events, by event type. */
function sentencesOf(name: ActionName) {
  const { event } = actionOf(name);
  return {
    [`${event}Requested`]: (_: unknown, on: string): SaidPart[] => [
      { code: `${event}Requested`, values: { on } },
    ],
    [`${event}Attempted`]: ({ data: { number } }: Of<'Attempted'>, on: string): SaidPart[] => [
      { code: `${event}Attempted`, values: { on, number } },
    ],
    [`${event}Set`]: (_: unknown, on: string): SaidPart[] => [{ code: `${event}Set`, values: { on } }],
    [`${event}Failed`]: ({ data }: Of<'Failed'>, on: string): SaidPart[] =>
      data.retryAt === null
        ? [
            { code: `${event}Failed`, values: { on } },
            coverPart(data.reason),
            { code: `${event}Failed`, variant: 'despite' },
            ...quoted(data),
          ]
        : [
            { code: `${event}Failed`, variant: 'again', values: { on } },
            coverPart(data.reason),
            AGAIN,
            ...quoted(data),
          ],
    [`${event}Postponed`]: ({ data }: Of<'Postponed'>, on: string): SaidPart[] =>
      data.reason === RECONNECT
        ? [{ code: `${event}Postponed`, variant: 'reconnect', values: { on } }, ...quoted(data)]
        : [
            { code: `${event}Postponed`, values: { on } },
            problemPart(data.reason, 'waiting'),
            ...quoted(data),
          ],
  };
}

export const actionSentences = Object.assign({}, ...actionNames.map(sentencesOf)) as Required<
  Handlers<ActionEvent<Target>, SaidPart[], [on: string, attempt: number | null]>
>;
