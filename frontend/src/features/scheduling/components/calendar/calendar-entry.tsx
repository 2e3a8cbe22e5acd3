import type { Platform } from '@posthorn/contracts/shared/platform';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import Clock from 'lucide-react/icons/clock';
import Pencil from 'lucide-react/icons/pencil';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { memo } from 'react';
import { classNames } from '#lib/class-names.ts';
import { timeOfDay } from '#lib/zone-format.ts';
import type { Icon } from '#ui/icon.ts';
import { PlatformBadge } from '#ui/platform-badge.tsx';
import type { MovingEntries } from '../../hooks/calendar/use-moving.ts';
import { CALENDAR_TEXT as TEXT } from '../../messages/calendar.en.ts';
import { isDraftLine, isMovable, type CalendarLine } from '../../model/calendar/calendar-line.ts';

/** The props that all entries of a calendar share. */
export type EntryParts = Readonly<{
  zone: string;
  now: number;
  platforms: ReadonlyMap<number, Platform>;
  moving: Pick<MovingEntries, 'target' | 'grabbed' | 'entryProps' | 'cellProps'>;
  /** -1: the arrow keys reach the controls of the cell, and Tab does not. */
  tabIndexOf: (cell: string) => 0 | -1 | undefined;
  onOpen: (item: CalendarLine) => void;
}>;

const BADGES_MAX = 4;

/** The word and the icon of a status. The colour alone never shows a status. */
export const entryStatus = (line: CalendarLine): Readonly<{ word: string; icon: Icon; text: string }> => {
  if (isDraftLine(line)) return { word: TEXT.statuses.draft, icon: Pencil, text: 'text-muted' };
  const { status, attention } = line;
  if (attention) return { word: TEXT.statuses.attention, icon: TriangleAlert, text: 'text-attention' };
  if (status === 'posted') return { word: TEXT.statuses.posted, icon: CircleCheck, text: 'text-posted' };
  if (status === 'failed') return { word: TEXT.statuses.failed, icon: CircleX, text: 'text-failed' };
  return { word: TEXT.statuses.scheduled, icon: Clock, text: 'text-scheduled' };
};

type EntryProps = Pick<EntryParts, 'zone' | 'platforms' | 'onOpen'> &
  Pick<MovingEntries, 'entryProps'> &
  Readonly<{ item: CalendarLine; isRoomy: boolean; isGrabbed: boolean; tabIndex: 0 | -1 | undefined }>;

/**
 * One post or draft: a small line in a grid, or a large line with its picture in a list. A full week has a thousand entries, so an entry is
 * rendered again only when it changes itself.
 */
export const Entry = memo(function Entry({
  item,
  isGrabbed,
  entryProps,
  tabIndex,
  onOpen,
  ...parts
}: EntryProps) {
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      {...entryProps(item, isGrabbed)}
      title={item.line}
      className={classNames(
        // Above the link for a new post, which fills its day or hour.
        'relative flex w-full items-center gap-1.5 rounded-lg border bg-surface text-left text-xs shadow-card hover:bg-sunken',
        'aria-pressed:border-primary aria-pressed:ring-2 aria-pressed:ring-primary',
        // A long list skips the content of entries outside the window, even when a dialog changes the styles that they inherit.
        parts.isRoomy
          ? 'min-h-14 px-3 py-1.5 [contain-intrinsic-block-size:auto_2.5rem] [content-visibility:auto]'
          : 'min-h-7 px-1.5 py-0.5',
        isDraftLine(item) && 'border-dashed',
        isMovable(item) && 'md:cursor-grab',
      )}
      onClick={() => {
        onOpen(item);
      }}
    >
      <Line item={item} {...entryStatus(item)} {...parts} />
    </button>
  );
});

type LineProps = Pick<EntryProps, 'item' | 'zone' | 'platforms' | 'isRoomy'> & ReturnType<typeof entryStatus>;

function Line({ item, zone, platforms, isRoomy, word, icon: Picture, text }: LineProps) {
  const time = timeOfDay(item.scheduledFor, zone);
  const shown = [...new Set(item.accounts.map((id) => platforms.get(id)))].filter(
    (each) => each !== undefined,
  );
  return (
    <>
      <Picture aria-hidden className={classNames('size-3.5 shrink-0', text)} />
      <span className={classNames('shrink-0 font-medium tabular-nums', isRoomy && 'text-sm')}>
        {time}
      </span>{' '}
      <span dir="auto" className={classNames('min-w-0 flex-1 truncate', isRoomy && 'text-sm')}>
        {item.line}
      </span>{' '}
      <span className="sr-only">{word}</span>
      {/* In a narrow cell of a grid, the text needs this room. */}
      <span className={classNames('flex shrink-0 -space-x-1', !isRoomy && 'max-2xl:hidden')}>
        {shown.slice(0, isRoomy ? BADGES_MAX : 2).map((platform) => (
          <PlatformBadge key={platform} platform={platform} />
        ))}
      </span>
      {isRoomy && item.thumbnail !== null && (
        <img
          src={item.thumbnail}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-10 shrink-0 rounded-lg object-cover"
        />
      )}
    </>
  );
}
