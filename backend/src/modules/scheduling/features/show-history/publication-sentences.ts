import { noCardReasons } from '@posthorn/contracts/integrations/link-card';
import { WARNINGS } from '@posthorn/contracts/scheduling/target-problems';
import { PLATFORM_NAMES } from '@posthorn/contracts/shared/platform-names';
import { sentenceOf, type SaidPart, type SaidValues } from '@posthorn/contracts/shared/said';
import { match } from '@posthorn/event-sourcing';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { RECONNECT } from '#infrastructure/effects/attempt/effect.ts';
import type { PublicationEvent } from '../../domain/publication/publication.ts';
import { actionSentences } from './action-sentences.ts';
import { AGAIN, checkPart, deletionPart, quoted, stopPart } from './said-problems.ts';

type Of<Type extends PublicationEvent['type']> = Extract<PublicationEvent, { type: Type }>;

/** The first part of a text: what happened. The type of the event is the code of the sentence. */
const step = (type: PublicationEvent['type'], values: SaidValues, variant?: string): SaidPart => ({
  code: type,
  values,
  ...(variant !== undefined && { variant }),
});

const withAttempt = (on: string, attempt: number | null): SaidValues => ({
  on,
  ...(attempt !== null && { attempt }),
});

/**
 * The sentences of the history about the events of a publication. `on`: the name of the account. `attempt`:
 * the number of the attempt to which the event belongs.
 */
export const publicationParts = match<PublicationEvent, SaidPart[], [on: string, attempt: number | null]>({
  PublishPrepared: ({ type, data }, on, attempt) =>
    attempt === null ? [step(type, { on }), ...noCardPart(data.refs)] : [step(type, { on, attempt }, 'kept')],
  PublishAttemptStarted: ({ type, data: { number } }, on) => [step(type, { on, number })],
  PublishAccepted: ({ type }, on) => [step(type, { on })],
  PlatformPublished: ({ type, data }, on) => [step(type, { on }, data.evidence)],
  PublicIdAssigned: ({ type }, on) => [step(type, { on })],
  PublicIdSearchEnded: ({ type }, on) => [step(type, { on })],
  DuplicateDetected: ({ type, data }, on) => [step(type, { on }, data.evidence)],
  DuplicateSearchEnded: ({ type, data }, on) => [step(type, { on }, data.result)],
  PlatformPublishFailed: ({ type, data }, on, attempt) => [
    data.retryable ? step(type, withAttempt(on, attempt), 'again') : step(type, { on }),
    stopPart(data, 'failed'),
    ...(data.retryable ? [AGAIN] : []),
    ...quoted(data),
  ],
  PlatformPublishUnknown: ({ type, data }, on, attempt) => [
    step(type, withAttempt(on, attempt), data.cause),
    ...quoted(data),
  ],
  PublishLookedUp: ({ type, data }, on) => {
    const sentence = checkPart('look-up', data);
    return [step(type, { on }, data.result), ...(sentence ? [sentence] : quoted(data))];
  },
  PublishPostponed: ({ type, data }, on) =>
    data.reason === RECONNECT
      ? [step(type, { on }, 'reconnect'), ...quoted(data)]
      : [step(type, { on }), stopPart(data, 'waiting'), { code: 'not-counted' }, ...quoted(data)],
  PublishAttemptNotStarted: ({ type, data }, on, attempt) => [
    step(type, withAttempt(on, attempt), data.reason),
  ],
  PublishRetryRequested: ({ type, data }, on) => [step(type, { on }), ...retryPart(data)],
  PublicationCancelled: ({ type }, on) => [step(type, { on })],
  PublicationWarned: ({ type, data }, on) => [
    step(type, { on }),
    checkPart(data.code, data) ?? warningPart(data),
  ],
  PublicationResumed: ({ type }, on) => [step(type, { on })],
  RemoteDeletionRequested: ({ type, data }, on) => [
    step(type, { on }, data.remoteId === undefined ? undefined : 'copy'),
  ],
  RemoteDeletionAttempted: ({ type, data: { number } }, on) => [step(type, { on, number })],
  RemotePostDeleted: ({ type }, on) => [step(type, { on })],
  RemoteDeletionFailed: ({ type, data }, on) => [
    step(type, { on }, data.retryable ? 'again' : undefined),
    deletionPart(data.reason, data.retryable ? 'waiting' : 'failed'),
    ...(data.retryable ? [AGAIN] : []),
    ...quoted(data),
  ],
  RemoteDeletionPostponed: ({ type, data }, on) =>
    data.reason === RECONNECT
      ? [step(type, { on }, 'reconnect'), ...quoted(data)]
      : [step(type, { on }), deletionPart(data.reason, 'waiting'), ...quoted(data)],
  ...actionSentences,
});

/** The sentence on why a link in the post has no card; none if it has a card. */
function noCardPart({ noCard }: JsonObject): SaidPart[] {
  const variant = noCardReasons.find((known) => known === noCard);
  return variant ? [{ code: 'no-card', variant }] : [];
}

function retryPart({
  requestedAt,
  lookUntil,
  nextAt,
  atOwnRisk,
}: Of<'PublishRetryRequested'>['data']): SaidPart[] {
  if (atOwnRisk) return [{ code: 'at-own-risk' }];
  // The same call is repeated at once, without a look-up.
  if (lookUntil === requestedAt) return [];
  if (lookUntil !== undefined) return [{ code: 'looks-until', values: { at: lookUntil } }];
  return nextAt === undefined ? [] : [{ code: 'waits-until', values: { at: nextAt } }];
}

/**
 * For events of older releases. Uses the code if its sentence equals the stored text. Otherwise it quotes the stored text, which may
 * contain figures or come from an older release.
 */
function warningPart({ code, words, platform }: Of<'PublicationWarned'>['data']): SaidPart {
  const values = { platform: PLATFORM_NAMES[platform] };
  return sentenceOf(WARNINGS, { code }, values) === words
    ? { code: `warning.${code}`, values }
    : { code: 'words', values: { words } };
}
