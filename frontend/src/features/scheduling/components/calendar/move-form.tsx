import { useState, type SubmitEvent } from 'react';
import { readLocalTime, wallClock } from '#lib/local-time.ts';
import { timeOfDay } from '#lib/zone-format.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { CALENDAR_TEXT as TEXT } from '../../messages/calendar.en.ts';

type MoveFormProps = Readonly<{
  scheduledFor: string;
  zone: string;
  /** `to`: the new instant. */
  onMove: (to: string) => void;
  /** True: the field gets the focus when its dialog opens. */
  isFirst?: boolean;
}>;

/** Asks for the new time of a post. Warns when a clock change skips or repeats this time. */
export function MoveForm({ scheduledFor, zone, onMove, isFirst = false }: MoveFormProps) {
  const [local, setLocal] = useState(() => wallClock(scheduledFor, zone));
  const localTime = readLocalTime(local, zone);
  const to = localTime && (localTime.kind === 'overlap' ? localTime.instants[0] : localTime.instant);
  const [isSubmitted, setSubmitted] = useState(false);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (to) onMove(to);
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-2">
      <Field label={TEXT.moveTo} error={isSubmitted && !to ? TEXT.noTime : undefined}>
        {(props) => (
          <Input
            {...props}
            data-autofocus={isFirst || undefined}
            type="datetime-local"
            value={local}
            onChange={({ target }) => {
              setLocal(target.value);
            }}
          />
        )}
      </Field>
      {localTime?.kind === 'gap' && (
        <p className="text-sm text-attention">{TEXT.gap(timeOfDay(localTime.instant, zone))}</p>
      )}
      {localTime?.kind === 'overlap' && <p className="text-sm text-attention">{TEXT.overlap}</p>}
      <Button type="submit" variant="primary">
        {TEXT.move}
      </Button>
    </form>
  );
}
