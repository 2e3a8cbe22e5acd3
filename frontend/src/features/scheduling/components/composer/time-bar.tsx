import { HOUR_MS } from '@posthorn/contracts/shared/durations';
import { useEffect, useState, useLayoutEffect, useRef } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { classNames } from '#lib/class-names.ts';
import { wallClock } from '#lib/local-time.ts';
import { useNow } from '#lib/now.ts';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import { FIELD_CHECKS, instantOf, type PostFields, clockAt } from '../../model/composer/post-fields.ts';
import { quickTimes } from '../../model/composer/quick-times.ts';
import { ClockChange } from './clock-change.tsx';
import { PostsOfDay } from './posts-of-day.tsx';

/** When the user's zone changes while the form is open, converts the local time. The instant stays the same. */
function useSameInstant(zone: string): void {
  const { getValues, setValue } = useFormContext<PostFields>();
  const knownZone = useRef(zone);
  useLayoutEffect(() => {
    if (knownZone.current === zone) return;
    const instant = instantOf(getValues(), knownZone.current);
    knownZone.current = zone;
    if (instant === null) return;
    const { localTime, second } = clockAt(instant, zone);
    setValue('localTime', localTime);
    setValue('second', second);
  }, [zone, getValues, setValue]);
}

const TEXT = COMPOSER_TEXT.time;

/** Chooses the time with one tap, or with an input in the user's zone. */
export function TimeBar({ zone, postId }: Readonly<{ zone: string; postId: number | undefined }>) {
  const { control, setValue, setFocus } = useFormContext<PostFields>();
  useSameInstant(zone);
  const { field, fieldState, formState } = useController({
    control,
    name: 'localTime',
    rules: { validate: FIELD_CHECKS.localTime(zone) },
  });
  const localTime = field.value;
  const [second, isNow] = useWatch({ control, name: ['second', 'now'] });
  const now = useNow();
  const times = quickTimes(now, zone);
  const instant = instantOf({ localTime, second }, zone);
  // "In 1 hour" counts from the moment of the tap.
  const [inOneHour, setHour] = useState(() => (isInOneHour(instant) ? instant : null));
  const chosen = isNow
    ? 'now'
    : times.find((each) => (each.name === 'inOneHour' ? instant === inOneHour : localTime === each.localTime))
        ?.name;
  const [picking, setPicking] = useState(false);
  useEffect(() => {
    // The field appears before the buttons, where the next Tab would not find it.
    if (picking) setFocus('localTime');
  }, [picking, setFocus]);
  const error = fieldState.error?.message;
  const byHand = picking || error !== undefined || chosen === undefined;
  const set = (time: Pick<PostFields, 'localTime' | 'second'>, publishNow = false) => {
    setPicking(false);
    setValue('now', publishNow, { shouldDirty: true });
    setValue('second', time.second);
    setValue('localTime', time.localTime, {
      shouldDirty: true,
      shouldValidate: formState.isSubmitted || error !== undefined,
    });
  };
  return (
    <div className="space-y-2 max-sm:w-full">
      {byHand && !isNow && (
        <Field label={TEXT.label} error={error}>
          {(described) => (
            <Input {...described} {...field} type="datetime-local" min={wallClock(now, zone)} />
          )}
        </Field>
      )}
      {byHand && instant !== null && !isNow && (
        <PostsOfDay day={wallClock(instant, zone).slice(0, 10)} zone={zone} except={postId} />
      )}
      <ClockChange zone={zone} />
      <div role="group" aria-label={TEXT.quick} className="flex flex-wrap gap-1 sm:gap-1.5">
        <QuickButton
          word={TEXT.now}
          on={chosen === 'now'}
          onClick={() => {
            set({ localTime, second }, true);
          }}
        />
        {times.map((time) => (
          <QuickButton
            key={time.name}
            word={TEXT[time.name]}
            on={!picking && chosen === time.name}
            onClick={() => {
              if (time.name === 'inOneHour') setHour(instantOf(time, zone));
              set(time);
            }}
          />
        ))}
        <QuickButton
          word={TEXT.pick}
          on={!isNow && (picking || chosen === undefined)}
          onClick={() => {
            setValue('now', false);
            setPicking(true);
          }}
        />
      </div>
    </div>
  );
}

const A_FEW_MINUTES = 120_000;
const isInOneHour = (instant: string | null): boolean =>
  instant !== null && Math.abs(Date.parse(instant) - Date.now() - HOUR_MS) < A_FEW_MINUTES;

type QuickProps = Readonly<{ word: string; on: boolean; onClick: () => void }>;

function QuickButton({ word, on, onClick }: QuickProps) {
  return (
    <button
      type="button"
      aria-pressed={on}
      className={classNames(
        'min-h-11 rounded-xl border px-3 text-sm font-medium wrap-normal max-sm:min-w-11 max-sm:flex-[1_1_min-content] max-sm:px-1 max-sm:text-xs',
        on ? 'border-primary bg-primary/5 text-primary' : 'hover:bg-sunken',
      )}
      onClick={onClick}
    >
      {word}
    </button>
  );
}
