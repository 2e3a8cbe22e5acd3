import type { OwnLinkView } from '@posthorn/contracts/link-tree/link-page.http';
import { useId } from 'react';
import { classNames } from '#lib/class-names.ts';
import { useNow } from '#lib/now.ts';
import { dayAndTime } from '#lib/zone-format.ts';
import { Badge } from '#ui/badge.tsx';
import { Switch } from '#ui/switch.tsx';
import { useShowLink } from '../api/change-page.ts';
import { EDITOR_TEXT } from '../messages/editor.en.ts';
import type { OrderedRow } from '../hooks/use-ordered-list.ts';
import { shownAddress } from '../model/page-address.ts';
import { LinkMenu } from './link-menu.tsx';
import { MoveHandle } from './move-handle.tsx';

const TEXT = EDITOR_TEXT.links;

type OwnLinkRowProps = OrderedRow &
  Readonly<{
    link: OwnLinkView;
    zone: string;
    onOpen: (form: 'edit' | 'remove') => void;
  }>;

export function OwnLinkRow(props: OwnLinkRowProps) {
  const { link, zone, isDragged, handle, isFirst, isLast, onMove, onOpen } = props;
  const { title, url, shown } = link;
  const id = useId();
  const { mutate: show } = useShowLink();
  return (
    <li
      data-drag
      className={classNames(
        'flex flex-wrap items-center gap-x-2 bg-surface py-2',
        isDragged && 'shadow-float',
      )}
    >
      <MoveHandle title={title} handle={handle} onMove={onMove} />
      <div className="min-w-0 flex-[1_1_9rem] text-sm">
        <p dir="auto" className={classNames('truncate font-medium', !shown && 'text-muted')}>
          {title}
        </p>
        <p className="truncate text-muted">{shownAddress(url)}</p>
        <p className="text-muted">{EDITOR_TEXT.clicks.seen(link.seen)}</p>
        <Schedule link={link} zone={zone} />
      </div>
      <div className="ml-auto flex items-center">
        <label htmlFor={id} className="sr-only">
          {TEXT.shown(title)}
        </label>
        <Switch
          id={id}
          checked={shown}
          onCheckedChange={(checked) => {
            show({ id: link.id, shown: checked });
          }}
        />
        <LinkMenu
          label={TEXT.more(title)}
          isFirst={isFirst}
          isLast={isLast}
          onMove={onMove}
          onOpen={onOpen}
        />
      </div>
    </li>
  );
}

/** Shows when the link is visible. Shows nothing if it is always visible. */
function Schedule({ link: { shown, from, until }, zone }: { link: OwnLinkView; zone: string }) {
  const now = useNow();
  const when = (instant: string) => dayAndTime(instant, zone, now);
  const hasEnded = until !== null && Date.parse(until) <= now;
  const isAhead = from !== null && Date.parse(from) > now;
  if (shown && from === null && until === null) return null;
  return (
    <p className="my-0.5 flex flex-wrap gap-1">
      {!shown && <Badge>{TEXT.hidden}</Badge>}
      {isAhead && <Badge tone="scheduled">{TEXT.from(when(from))}</Badge>}
      {until !== null && (
        <Badge {...(hasEnded && { tone: 'attention' })}>
          {hasEnded ? TEXT.ended(when(until)) : TEXT.until(when(until))}
        </Badge>
      )}
    </p>
  );
}
