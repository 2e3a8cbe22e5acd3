import type { HistoryEntry } from '@posthorn/contracts/scheduling/history.http';
import { useId } from 'react';
import { exactTime } from '#lib/zone-format.ts';
import { Button } from '#ui/button.tsx';
import { HISTORY_TEXT } from '../../messages/history.en.ts';
import { onTheirClock } from '../../model/history/times.ts';

type TimeSliderProps = Readonly<{
  events: readonly HistoryEntry[];
  zone: string;
  /** Number of steps that have happened at the chosen time. */
  step: number;
  onStep: (step: number) => void;
}>;

/** Moves through time step by step. On a scale of real time, ten steps would share one pixel. */
export function TimeSlider({ events, zone, step, onStep }: TimeSliderProps) {
  const id = useId();
  const event = events[step - 1];
  const words = event
    ? HISTORY_TEXT.after(step, events.length, onTheirClock(event.summary, zone))
    : HISTORY_TEXT.nothing;
  return (
    <div className="space-y-1">
      <div className="flex items-center justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium">
          {HISTORY_TEXT.goBack}
        </label>
        <Button
          variant="quiet"
          disabled={step === events.length}
          onClick={() => {
            onStep(events.length);
          }}
        >
          {HISTORY_TEXT.now}
        </Button>
      </div>
      <input
        id={id}
        type="range"
        min={1}
        max={events.length}
        step={1}
        value={step}
        aria-valuetext={words}
        className="h-11 w-full accent-primary"
        onChange={({ target }) => {
          onStep(Number(target.value));
        }}
      />
      <p className="text-sm text-muted" aria-live="polite">
        {words}
        {event && <span className="block">{exactTime(event.at, zone)}</span>}
      </p>
    </div>
  );
}
