import { useLayoutEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { clockAt, instantOf, type PostFields } from './post-fields.ts';

/** A zone that is found out or changed while the form is open moves the digits, never the instant they mean. */
export function useSameInstant(zone: string): void {
  const { getValues, setValue } = useFormContext<PostFields>();
  const before = useRef(zone);
  useLayoutEffect(() => {
    if (before.current === zone) return;
    const instant = instantOf(getValues(), before.current);
    before.current = zone;
    if (instant === null) return;
    const { localTime, second } = clockAt(instant, zone);
    setValue('localTime', localTime);
    setValue('second', second);
  }, [zone, getValues, setValue]);
}
