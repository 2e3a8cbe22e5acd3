import type { HistoryEntry } from '@posthorn/contracts/scheduling/history.http';
import ExternalLink from 'lucide-react/icons/external-link';
import { classNames } from '#lib/class-names.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { exactTime } from '#lib/zone-format.ts';
import { lookOf } from '../event-looks.ts';
import { onTheirClock } from '../on-their-clock.ts';

type TimelineProps = Readonly<{
  events: readonly HistoryEntry[];
  zone: string;
  /** Events after it are still shown, but as the future that they were. */
  at: number | null;
}>;

/** Every step in order: what happened, when, who caused it, and what was sent. */
export function Timeline({ events, zone, at }: TimelineProps) {
  return (
    <ol aria-label="Steps" className="relative">
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
        <p className="text-sm font-medium">{onTheirClock(event.summary, zone)}</p>
        <p className="text-xs text-muted">
          <time dateTime={event.at} title={exactTime(event.at, zone)}>
            {stepTime(event.at, zone)}
          </time>
          {' · '}
          {event.actor.name}
          {event.platform !== null && ` · ${platformName(event.platform)}`}
          {later && ' · later than the chosen time'}
        </p>
        {event.permalink !== null && (
          <a
            href={event.permalink}
            target="_blank"
            rel="noreferrer"
            className="mr-4 inline-flex min-h-11 items-center gap-1.5 text-xs font-medium text-primary underline-offset-4 hover:underline"
          >
            {event.type === 'DuplicateDetected' ? 'View this copy' : 'View post'}
            <ExternalLink aria-hidden className="size-3.5" />
            <span className="sr-only">(new tab)</span>
          </a>
        )}
        <Details event={event} />
      </div>
    </li>
  );
}

/** Several accounts may bear one name. A platform that this version does not know is called as its events call it. */
const platformName = (platform: string): string =>
  (PLATFORM_NAMES as Readonly<Record<string, string>>)[platform] ?? platform;

/** Day, time and milliseconds: steps of publishing are close together. */
const stepTime = (at: string, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    timeZone: zone,
  }).format(new Date(at));

function Details({ event }: { event: HistoryEntry }) {
  const details: readonly (readonly [string, string | null])[] = [
    ['Event', `${event.type} in ${event.stream}, revision ${String(event.revision)}`],
    ['Account', event.accountName],
    ['Attempt', event.attempt === null ? null : String(event.attempt)],
    ['Fingerprint', event.requestFingerprint],
    ['Id on the platform', event.remoteId],
    ['Caused by', `${event.causationId} (began with ${event.correlationId})`],
  ];
  return (
    <details className="mt-1 text-xs">
      <summary className="inline-flex min-h-11 min-w-11 cursor-pointer items-center text-primary">
        Details
      </summary>
      <dl className="grid gap-x-3 gap-y-1 rounded-xl bg-sunken p-3 sm:grid-cols-[8rem_1fr]">
        {details.map(
          ([name, value]) =>
            value !== null && (
              <div key={name} className="contents">
                <dt className="text-muted">{name}</dt>
                <dd className="min-w-0 font-mono break-all">{value}</dd>
              </div>
            ),
        )}
        <dt className="text-muted">Data</dt>
        <dd className="min-w-0">
          <pre className="font-mono break-all whitespace-pre-wrap">{JSON.stringify(event.data, null, 1)}</pre>
        </dd>
      </dl>
    </details>
  );
}
