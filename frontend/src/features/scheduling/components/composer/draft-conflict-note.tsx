import type { DraftView } from '@posthorn/contracts/scheduling/drafts.http';
import { useSyncExternalStore } from 'react';
import { deviceName } from '#lib/device-name.ts';
import { useNow } from '#lib/now.ts';
import { dayAndTime } from '#lib/zone-format.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import type { DraftSaver } from '../../api/drafts/draft-saver.ts';
import { DRAFT_CONFLICT_TEXT as TEXT } from '../../messages/drafts.en.ts';

type Props = Readonly<{
  saver: DraftSaver;
  writer: Readonly<{ zone: string }>;
  onTheirs: (theirs: DraftView) => void;
}>;

/**
 * Shows that another device or window changed or ended the draft, and lets the user choose a version. The note stays visible above
 * the scrolling form. Its limited height leaves space for the form, even with large letters.
 */
export function DraftConflictNote({ saver, writer, onTheirs }: Props) {
  const { theirs, gone, reason } = useSyncExternalStore(saver.subscribe, saver.snapshot);
  if (!theirs && !gone && !reason) return null;
  return (
    <div className="max-h-[max(25dvh,60dvh-10rem)] shrink-0 space-y-2 overflow-y-auto px-[min(1.25rem,5vw)] pt-2">
      {theirs && (
        <Note kind="warning">
          <p className="font-semibold">{TEXT.title}</p>
          <p className="text-muted">{TEXT.hint}</p>
          <Theirs draft={theirs} zone={writer.zone} />
          <div className="mt-2 flex flex-wrap gap-2">
            <Button
              onClick={() => {
                saver.keepMine();
              }}
            >
              {TEXT.keepMine}
            </Button>
            <Button
              onClick={() => {
                onTheirs(theirs);
              }}
            >
              {TEXT.useTheirs}
            </Button>
            <Button
              onClick={() => {
                saver.keepBoth();
              }}
            >
              {TEXT.keepBoth}
            </Button>
          </div>
        </Note>
      )}
      {gone && <Note kind="warning">{TEXT[gone]}</Note>}
      {reason && <Note kind="warning">{reason}</Note>}
    </div>
  );
}

function Theirs({ draft, zone }: Readonly<{ draft: DraftView; zone: string }>) {
  const now = useNow();
  const { title, content, mediaFiles, changedAt, device, deviceSaid } = draft;
  return (
    <section aria-label={TEXT.theirsLabel} className="mt-2 rounded-lg bg-sunken p-2">
      <p className="text-xs text-muted">
        {TEXT.theirs(dayAndTime(changedAt, zone, now), deviceName(device, deviceSaid))}
      </p>
      <p dir="auto" className="line-clamp-4 wrap-break-word whitespace-pre-wrap">
        {[title, content].filter(Boolean).join('\n') || TEXT.empty}
      </p>
      {mediaFiles.length > 0 && <p className="text-xs text-muted">{TEXT.files(mediaFiles.length)}</p>}
    </section>
  );
}
