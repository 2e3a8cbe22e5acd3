import {
  eachOptionalWord,
  OPTIONAL_WORDS,
  type OptionalWord,
} from '@posthorn/contracts/scheduling/optional-words';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { POST, type PostView } from '@posthorn/contracts/scheduling/posts.http';
import { LONGEST_TEXT } from '@posthorn/contracts/shared/text';
import { MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { first, maxText, required } from '#lib/checks.ts';
import { targetFieldsOf, type TargetFieldsByKey } from './target-fields.ts';
import { readLocalTime, wallClock } from '#lib/local-time.ts';

/** The values of the form. Account ids are strings because checkboxes have string values. */
export type PostFields = Record<OptionalWord, string> & {
  content: string;
  /** The local time in the user's zone, for example `2026-11-21T09:30`. */
  localTime: string;
  /** True: publish immediately, and ignore `localTime`. */
  now: boolean;
  /** After a clock change, a local time may occur twice. True: the second occurrence. */
  second: boolean;
  accountIds: string[];
  aiRepliesEnabled: boolean;
  targets: TargetFieldsByKey;
};

export const newPostFields = (zone: string, now: number, accountIds: readonly string[]): PostFields => ({
  ...eachOptionalWord(() => ''),
  content: '',
  ...clockIn(POST.defaultDelayMinutes, now, zone),
  now: false,
  accountIds: [...accountIds],
  aiRepliesEnabled: false,
  targets: {},
});

export function fieldsOfPost(post: PostView, zone: string): PostFields {
  return {
    ...eachOptionalWord((name) => post[name] ?? ''),
    content: post.content,
    ...clockAt(post.scheduledFor, zone),
    now: false,
    accountIds: post.selectedAccountIds.map(String),
    aiRepliesEnabled: post.aiRepliesEnabled,
    targets: targetFieldsOf(post),
  };
}

/** Returns the local time of a zone at an instant. */
export function clockAt(instant: string, zone: string): Pick<PostFields, 'localTime' | 'second'> {
  const localTime = wallClock(instant, zone);
  const read = readLocalTime(localTime, zone);
  const second = read?.kind === 'overlap' && minuteOf(instant) === minuteOf(read.instants[1]);
  return { localTime, second };
}

/** Returns the local time of a zone when the minutes have passed, rounded up to a minute. */
export const clockIn = (minutes: number, now: number, zone: string) =>
  clockAt(new Date(Math.ceil(now / MINUTE_MS + minutes) * MINUTE_MS).toISOString(), zone);

/** Returns the instant of a local time; null: the local time is invalid. */
export function instantOf(
  { localTime, second }: Pick<PostFields, 'localTime' | 'second'>,
  zone: string,
): string | null {
  const read = readLocalTime(localTime, zone);
  if (!read) return null;
  return read.kind === 'overlap' ? read.instants[second ? 1 : 0] : read.instant;
}

/** The checks of the fields. Their messages are those of the server. */
export const FIELD_CHECKS = {
  ...eachOptionalWord((name) => maxText(OPTIONAL_WORDS[name].max, OPTIONAL_WORDS[name].tooLong)),
  content: first(required(POST_TEXT.contentRequired), maxText(POST.contentMax, POST_TEXT.contentMax)),
  ownContent: maxText(LONGEST_TEXT, POST_TEXT.ownTextMax),
  accountIds: required(POST_TEXT.accountsRequired),
  localTime:
    (zone: string) =>
    (localTime: string, { second, now }: PostFields) => {
      if (now) return true;
      const instant = instantOf({ localTime, second }, zone);
      if (instant === null) return POST_TEXT.timeRequired;
      const earliest = Date.now() - POST.pastToleranceSeconds * 1000;
      const chosen = new Date(instant).getTime();
      if (chosen < earliest) return POST_TEXT.timePast;
      return chosen < Date.parse(POST.scheduledBefore) || POST_TEXT.timeTooLate;
    },
} as const;

const minuteOf = (instant: string): number => Math.floor(new Date(instant).getTime() / MINUTE_MS);
