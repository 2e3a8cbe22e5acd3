import type { HistoryEntry } from '@posthorn/contracts/scheduling/history.http';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ReactNode } from 'react';
import { exactTime } from '#lib/zone-format.ts';
import { Button } from '#ui/button.tsx';
import { HISTORY_TEXT } from '../../messages/history.en.ts';
import { entryText } from '../../model/history/entry-text.ts';

type TimeSliderProps = Readonly<{
  events: readonly HistoryEntry[];
  zone: string;
  /** The number of events until the chosen time. */
  step: number;
  onStep: (step: number) => void;
  /** The post at the chosen time. */
  children: ReactNode;
}>;

/**
 * Chooses a past time of the post. The slider is folded, because few users need it. Each position is an event, because on a scale of
 * time, ten events would share one pixel.
 */
export function TimeSlider({ events, zone, step, onStep, children }: TimeSliderProps) {
  const event = events[step - 1];
  const stepText = event
    ? HISTORY_TEXT.after(step, events.length, entryText(event, zone))
    : HISTORY_TEXT.nothing;
  return (
    <details className="group">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-sm font-medium">
        {HISTORY_TEXT.goBack}
        <ChevronDown
          aria-hidden
          className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="flex items-center gap-3">
        <input
          type="range"
          aria-label={HISTORY_TEXT.goBack}
          min={1}
          max={events.length}
          step={1}
          value={step}
          aria-valuetext={stepText}
          className="h-11 min-w-0 flex-1 accent-primary"
          onChange={({ target }) => {
            onStep(Number(target.value));
          }}
        />
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
      <p className="text-sm text-muted" aria-live="polite">
        {stepText}
        {event && <span className="block">{exactTime(event.at, zone)}</span>}
      </p>
      {children}
    </details>
  );
}
