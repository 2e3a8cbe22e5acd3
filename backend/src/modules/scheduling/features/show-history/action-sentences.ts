import { RECONNECT } from '#infrastructure/effects/attempt/effect.ts';
import { coverProblemText, problemText } from '@posthorn/contracts/scheduling/target-problems';
import type { Handlers } from '@posthorn/event-sourcing';
import {
  actionNames,
  actionOf,
  type ActionEvent,
  type ActionName,
} from '../../domain/publication/actions.ts';
import type { Target } from '../../domain/publication/publication-events.ts';

/** The platform's message, if it gave one. */
export const quoted = ({ words }: Readonly<{ words: string | null }>): string =>
  words ? ` It said: “${words}”` : '';

type Of<Ending extends string> = Extract<ActionEvent, { type: `${string}${Ending}` }>;

/** The sentences of an action's events, by type, from its declaration. */
function sentencesOf(name: ActionName) {
  const { event, to, doing, what, done, asked, despite } = actionOf(name);
  return {
    [`${event}Requested`]: (_: unknown, on: string) => asked?.(on) ?? `${doing} on ${on} was requested.`,
    [`${event}Attempted`]: ({ data }: Of<'Attempted'>, on: string) =>
      `Attempt ${String(data.number)} to ${to} on ${on} began.`,
    [`${event}Set`]: (_: unknown, on: string) => `${what} was ${done} on ${on}.`,
    [`${event}Failed`]: ({ data }: Of<'Failed'>, on: string) =>
      data.retryAt === null
        ? `${what} was not ${done} on ${on}. ${coverProblemText(data.reason)}${despite ? ` ${despite}` : ''}${quoted(data)}`
        : `${what} could not be ${done} on ${on}. ${coverProblemText(data.reason)} It is tried again.${quoted(data)}`,
    [`${event}Postponed`]: ({ data }: Of<'Postponed'>, on: string) =>
      data.reason === RECONNECT
        ? `${on} needs to be reconnected. ${doing} waits.${quoted(data)}`
        : `${doing} on ${on} was postponed. ${problemText(data.reason, 'waiting')}${quoted(data)}`,
  };
}

export const actionSentences = Object.assign({}, ...actionNames.map(sentencesOf)) as Required<
  Handlers<ActionEvent<Target>, string, [on: string, attempt: number | null]>
>;
