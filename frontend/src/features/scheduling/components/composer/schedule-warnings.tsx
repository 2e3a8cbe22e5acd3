import type { ScheduleWarning } from '@posthorn/contracts/scheduling/schedule-warnings.http';
import { useQuery } from '@tanstack/react-query';
import { useDebounced } from '#lib/debounced.ts';
import { useNow } from '#lib/now.ts';
import { dayAndTime, timeOfDay } from '#lib/zone-format.ts';
import { scheduleWarningsQuery } from '../../api/schedule-warnings.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import type { PostFields } from '../../model/composer/post-fields.ts';
import type { TargetFit } from '../../model/composer/target-fit.ts';
import { warningsRequestOf, type PostOrDraft } from '../../model/composer/warnings-request.ts';

const TEXT = COMPOSER_TEXT.warnings;
const PAUSE_MS = 600;

type Props = PostOrDraft & Readonly<{ zone: string; fields: PostFields; fits: readonly TargetFit[] }>;

/** Shows what a user may want to know before scheduling: one line for each kind of warning. Warnings do not block the post. */
export function ScheduleWarnings({ zone, fields, postId, draftId, fits }: Props) {
  const now = useNow();
  const request = warningsRequestOf(fields, zone, now, { postId, draftId });
  const currentRequest = request ? JSON.stringify(request) : '';
  const settledRequest = useDebounced(currentRequest, PAUSE_MS);
  const { data } = useQuery(scheduleWarningsQuery(settledRequest));
  const warnings = settledRequest === currentRequest ? (data?.warnings ?? []) : [];
  return (
    <div role="status" className="w-full text-xs text-attention empty:hidden">
      {linesOf(warnings, fits, zone, now).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

const CODES = [
  'close-in-time',
  'same-text-planned',
  'same-text-posted',
  'too-many-a-day',
  'mentions-stranger',
] as const;

const linesOf = (
  warnings: readonly ScheduleWarning[],
  fits: readonly TargetFit[],
  zone: string,
  now: number,
): readonly string[] =>
  CODES.flatMap((code) => {
    const [first, ...others] = warnings.filter((warning) => warning.code === code);
    if (!first) return [];
    const name = fits.find(({ account }) => account.id === first.accountId)?.account.accountName ?? '';
    const where = others.length === 0 ? name : TEXT.andOthers(name, others.length);
    if (first.code === 'too-many-a-day') return TEXT.tooManyADay(where, first.max);
    if (first.code === 'mentions-stranger')
      return TEXT.mentionsStranger(where, first.written, first.mentioned);
    if (first.code === 'close-in-time') return TEXT.closeInTime(where, timeOfDay(first.at, zone));
    const when = dayAndTime(first.at, zone, now);
    return first.code === 'same-text-planned'
      ? TEXT.sameTextPlanned(where, when)
      : TEXT.sameTextPosted(where, when);
  });
