import { exportHistory, type HistoryEntry } from '@posthorn/contracts/scheduling/history.http';
import { pathOf } from '@posthorn/contracts/shared/call';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { TECHNICAL_TEXT } from '../../messages/history.en.ts';
import { entryText } from '../../model/history/entry-text.ts';

/** A command, which is not translated. */
const VERIFY_COMMAND = 'npm run log:verify -- FILE';

type TechnicalDetailsProps = Readonly<{ postId: number; events: readonly HistoryEntry[]; zone: string }>;

/** For users who verify the history: the export, and the stored data of each event. */
export function TechnicalDetails({ postId, events, zone }: TechnicalDetailsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="export" className="border-t pt-4 text-sm">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-40">
          <h2 id="export" className="font-semibold">
            {TECHNICAL_TEXT.export}
          </h2>
          <p className="text-muted">{TECHNICAL_TEXT.exportHint}</p>
        </div>
        <Button asChild>
          <a href={pathOf(exportHistory, { id: postId })} download={`post-${String(postId)}.ndjson`}>
            <Download aria-hidden />
            {TECHNICAL_TEXT.download}
          </a>
        </Button>
      </div>
      <details
        className="mt-2"
        onToggle={({ currentTarget }) => {
          setOpen(currentTarget.open);
        }}
      >
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-primary">
          {TECHNICAL_TEXT.title}
        </summary>
        <p className="mb-3 text-muted">
          <code>{VERIFY_COMMAND}</code> {TECHNICAL_TEXT.verify}
        </p>
        {isOpen && (
          <ol aria-label={TECHNICAL_TEXT.events} className="space-y-3">
            {events.map((event) => (
              <li key={event.id}>
                <p className="font-medium">{entryText(event, zone)}</p>
                <Facts event={event} />
              </li>
            ))}
          </ol>
        )}
      </details>
    </section>
  );
}

function Facts({ event }: { event: HistoryEntry }) {
  const { type, stream, revision, accountName, attempt, requestFingerprint, remoteId } = event;
  const facts: readonly (readonly [string, string | null])[] = [
    [TECHNICAL_TEXT.event, TECHNICAL_TEXT.eventIn(type, stream, revision)],
    [TECHNICAL_TEXT.account, accountName],
    [TECHNICAL_TEXT.attempt, attempt === null ? null : String(attempt)],
    [TECHNICAL_TEXT.fingerprint, requestFingerprint],
    [TECHNICAL_TEXT.remoteId, remoteId],
    [TECHNICAL_TEXT.cause, TECHNICAL_TEXT.causedBy(event.causationId, event.correlationId)],
  ];
  return (
    <dl className="mt-1 grid gap-x-3 gap-y-1 rounded-xl bg-sunken p-3 text-xs sm:grid-cols-[8rem_1fr]">
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="min-w-0 font-mono break-all">{value}</dd>
            </div>
          ),
      )}
      <dt className="text-muted">{TECHNICAL_TEXT.data}</dt>
      <dd className="min-w-0">
        <pre className="font-mono break-all whitespace-pre-wrap">{JSON.stringify(event.data, null, 1)}</pre>
      </dd>
    </dl>
  );
}
