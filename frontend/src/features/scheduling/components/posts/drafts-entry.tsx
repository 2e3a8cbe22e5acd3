import Pencil from 'lucide-react/icons/pencil';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Button } from '#ui/button.tsx';
import type { sendCopies as SendCopies } from '../../api/drafts/send-copies.ts';
import { useDraftList } from '../../hooks/drafts/use-draft-list.ts';
import { DRAFTS_TEXT as TEXT } from '../../messages/drafts.en.ts';
import { hasCopies } from '../../model/drafts/draft-copies.ts';
import { noteDraftsAsked } from '../../model/drafts/drafts-asked.ts';
import { draftName } from '../../model/drafts/draft-name.ts';
import type { DraftsEntry } from '../../model/drafts/drafts-entry.ts';

/** A button for drafts. `last`: continues the last draft. `all`: shows the list of drafts. */
export const DraftsEntryButton = ({ to, ...entry }: DraftsEntry & Readonly<{ to: 'last' | 'all' }>) =>
  to === 'last' ? <ContinueDraft {...entry} /> : <DraftsButton {...entry} />;

/** Opens the last draft. Also sends the copies of an earlier visit to the server. */
function ContinueDraft({ writer, isWriting, onOpen }: DraftsEntry) {
  useSendCopies(writer, isWriting);
  const [last] = useDraftList(writer.id, isWriting).drafts;
  if (!last) return null;
  return (
    <Button
      data-continue
      aria-label={TEXT.continueWith(draftName(last.line))}
      onClick={() => {
        onOpen(last.line.id);
      }}
    >
      {TEXT.continue}
    </Button>
  );
}

function DraftsButton({ writer, isWriting, onShow }: DraftsEntry) {
  const { total } = useDraftList(writer.id, isWriting);
  if (total === 0) return null;
  return (
    <Button
      className="max-sm:px-3"
      onClick={() => {
        noteDraftsAsked();
        onShow();
      }}
    >
      <Pencil aria-hidden className="max-sm:hidden" />
      {TEXT.title} <span className="font-semibold tabular-nums">{total}</span>
    </Button>
  );
}

/**
 * Sends the copies in this browser once, and again when the network is back. Waits while a form is open,
 * because it sends its own draft.
 */
function useSendCopies(writer: DraftsEntry['writer'], isWriting: boolean): void {
  const cache = useQueryClient();
  const { id, zone, isPremium } = writer;
  useEffect(() => {
    if (isWriting) return undefined;
    const sendNow = () => {
      if (hasCopies(id)) loadAndSendCopies(cache, { id, zone, isPremium }).catch(() => undefined);
    };
    sendNow();
    globalThis.addEventListener('online', sendNow);
    return () => {
      globalThis.removeEventListener('online', sendNow);
    };
  }, [cache, id, zone, isPremium, isWriting]);
}

/** Loads the code late, because few visits need it. If the code fails to load, the copies stay in this browser until the next visit. */
async function loadAndSendCopies(...args: Parameters<typeof SendCopies>): Promise<void> {
  const { sendCopies } = await import('../../api/drafts/send-copies.ts');
  await sendCopies(...args);
}
