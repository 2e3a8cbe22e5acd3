import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import Film from 'lucide-react/icons/film';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import type { ComposerMediaItem } from '../../model/composer/media-item.ts';
import { problemMark } from '../../model/composer/next-problem.ts';
import { shapeOf } from './media-frame.tsx';

const TEXT = COMPOSER_TEXT.options;
/** The step of the slider, in milliseconds. */
const STEP_MS = 100;

type Props = Readonly<{
  field: OptionField;
  video: ComposerMediaItem;
  /** The chosen moment in milliseconds; undefined: the platform chooses. */
  value: number | undefined;
  todo: string | undefined;
  onChange: (value: number | undefined) => void;
}>;

/** A slider that chooses a moment of a video, and the frame at this moment. */
export function MomentInput({ field: { label, help, required }, video, value, todo, onChange }: Props) {
  const slider = useRef<HTMLInputElement>(null);
  const [length, setLength] = useState<number | 'unreadable' | null>(null);
  // Prefers the length that the server has measured.
  const seconds = video.view?.durationSeconds ?? (typeof length === 'number' ? length : null);
  const last = seconds === null ? 0 : Math.max(0, Math.ceil(seconds * 1000) - 1);
  const words = value === undefined ? null : (value / 1000).toFixed(1);
  return (
    <Field label={label} optional={!required} hint={help} todo={todo}>
      {(props) => (
        <div className="space-y-1">
          <Frame video={video} at={value ?? 0} broken={length === 'unreadable'} onLength={setLength} />
          <input
            {...props}
            {...problemMark(todo !== undefined)}
            ref={slider}
            type="range"
            min={0}
            max={last}
            step={STEP_MS}
            disabled={seconds === null}
            value={value ?? 0}
            aria-valuetext={words === null ? TEXT.noMoment : TEXT.momentSpoken(words)}
            className="h-11 w-full accent-primary disabled:opacity-55"
            onChange={({ currentTarget }) => {
              onChange(Number(currentTarget.value));
            }}
          />
          <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
            <span aria-hidden className="text-sm text-muted tabular-nums">
              {words === null ? TEXT.noMoment : TEXT.moment(words)}
            </span>
            {/* The hidden button keeps its space, so that the layout does not move. */}
            <Button
              variant="link"
              size="inline"
              style={value === undefined ? { visibility: 'hidden' } : undefined}
              onClick={() => {
                onChange(undefined);
                slider.current?.focus();
              }}
            >
              {TEXT.clearMoment}
            </Button>
          </div>
        </div>
      )}
    </Field>
  );
}

type FrameProps = Readonly<{
  video: ComposerMediaItem;
  at: number;
  broken: boolean;
  /** Reports the length of the video in seconds, or that this browser cannot read it. */
  onLength: (length: number | 'unreadable') => void;
}>;

/** Shows the paused video, because a video follows the slider faster than frames drawn on a canvas. */
function Frame({ video, at, broken, onLength }: FrameProps) {
  const shape = shapeOf(video);
  const player = useRef<HTMLVideoElement>(null);
  const seconds = at / 1000;
  useEffect(() => {
    // A video cannot seek before its metadata is loaded.
    if (player.current && player.current.readyState > 0) player.current.currentTime = seconds;
  }, [seconds]);
  return (
    <div
      className="relative mx-auto overflow-hidden rounded-xl bg-sunken"
      style={{ aspectRatio: String(shape), maxWidth: `${String(Math.round(14 * Math.min(shape, 1.6)))}rem` }}
    >
      {broken ? (
        <p className="flex size-full flex-col items-center justify-center gap-2 p-3 text-center text-sm text-muted">
          <Film aria-hidden className="size-5" />
          {TEXT.cannotShow}
        </p>
      ) : (
        <video
          ref={player}
          src={video.preview}
          muted
          playsInline
          preload="auto"
          aria-hidden
          tabIndex={-1}
          className="size-full object-cover"
          onLoadedMetadata={({ currentTarget }) => {
            currentTarget.currentTime = seconds;
            if (Number.isFinite(currentTarget.duration)) onLength(currentTarget.duration);
          }}
          onError={() => {
            onLength('unreadable');
          }}
        />
      )}
    </div>
  );
}
