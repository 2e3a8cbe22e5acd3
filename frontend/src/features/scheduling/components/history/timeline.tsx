import type { HistoryEntry } from '@posthorn/contracts/scheduling/history.http';
import ExternalLink from 'lucide-react/icons/external-link';
import { actorName } from '#lib/actor-name.ts';
import { classNames } from '#lib/class-names.ts';
import { exactTime, stepTime } from '#lib/zone-format.ts';
import { lookOf } from '../../model/history/event-looks.ts';
import { RECEIPT_TEXT } from '../../messages/history.en.ts';
import { entryText } from '../../model/history/entry-text.ts';

type TimelineProps = Readonly<{
  name: string;
  events: readonly HistoryEntry[];
  zone: string;
  /** Milliseconds since 1970; later events look like future events. Null: now. */
  at: number | null;
}>;

/** The steps in order: what happened, when, and who caused the step. */
export function Timeline({ name, events, zone, at }: TimelineProps) {
  return (
    <ol aria-label={name} className="relative">
      {events.map((event) => (
        <Step key={event.id} event={event} zone={zone} later={at !== null && Date.parse(event.at) > at} />
      ))}
    </ol>
  );
}

function Step({ event, zone, later }: { event: HistoryEntry; zone: string; later: boolean }) {
  const { icon: Picture, text } = lookOf(event.type);
  return (
    <li className={classNames('group relative flex gap-3 pb-5', later && 'text-muted')}>
      <span aria-hidden className="absolute top-8 bottom-0 left-4 w-px bg-line group-last:hidden" />
      <span
        className={classNames(
          'z-10 flex size-8 shrink-0 items-center justify-center rounded-full border bg-surface',
          later ? 'border-dashed text-muted' : text,
        )}
      >
        <Picture aria-hidden className="size-4" />
      </span>
      <div className="min-w-0 flex-1 pt-1">
        <p className="text-sm font-medium">{entryText(event, zone)}</p>
        <p className="text-xs text-muted">
          <time dateTime={event.at} title={exactTime(event.at, zone)}>
            {stepTime(event.at, zone)}
          </time>
          {' · '}
          {actorName(event.actor)}
          {later && ` · ${RECEIPT_TEXT.later}`}
        </p>
        {event.comment?.words && (
          <blockquote className="mt-1 border-l-2 pl-3 text-sm break-words whitespace-pre-line">
            {event.comment.words}
          </blockquote>
        )}
        {event.permalink !== null && (
          <a
            href={event.permalink}
            target="_blank"
            rel="noreferrer"
            className="mr-4 inline-flex min-h-11 items-center gap-1.5 text-xs font-medium text-primary underline-offset-4 hover:underline"
          >
            {linkTo(event)}
            <ExternalLink aria-hidden className="size-3.5" />
            <span className="sr-only">{RECEIPT_TEXT.newTab}</span>
          </a>
        )}
      </div>
    </li>
  );
}

function linkTo({ type, comment }: HistoryEntry): string {
  if (comment) return type === 'CommentReceived' ? RECEIPT_TEXT.viewComment : RECEIPT_TEXT.viewReply;
  return type === 'DuplicateDetected' ? RECEIPT_TEXT.viewCopy : RECEIPT_TEXT.view;
}
