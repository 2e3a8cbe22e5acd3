import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { DraftSaver } from '../../api/drafts/draft-saver.ts';
import { noteDraft, refreshDrafts } from '../../api/drafts/drafts.ts';
import type { KeptDraft } from '../../model/composer/post-draft.ts';
import { instantOf } from '../../model/composer/post-fields.ts';
import type { Writer } from '../../model/composer/writer.ts';
import { draftRequestOf, isEmpty } from '../../model/drafts/draft-request.ts';
import type { OpenedDraft } from './use-opened-draft.ts';

type Form = Readonly<{
  writer: Writer;
  opened: OpenedDraft;
  start: KeptDraft;
  untouched: KeptDraft;
  /** The user chose the time in the calendar, so the draft is planned for this time. */
  isTimeChosen: boolean;
  onDraft: (id: string | undefined) => void;
}>;

/** Saves the opened draft while its form is open. */
export function useDraftSaver({ writer, opened, start, untouched, isTimeChosen, onDraft }: Form): DraftSaver {
  const cache = useQueryClient();
  // The time that the form proposed. A draft with this time is not planned.
  const [proposedTime] = useState(() => (isTimeChosen ? null : instantOf(untouched.fields, writer.zone)));
  const form = {
    requestOf: (draft: KeptDraft) => draftRequestOf(draft, writer, proposedTime),
    onId: onDraft,
  };
  const [saver] = useState(
    () =>
      new DraftSaver({
        userId: writer.id,
        id: opened.id,
        start: JSON.stringify(start),
        isEmpty: (draft) => isEmpty(draft, untouched),
        base: opened.base,
        unsaved: opened.unsaved,
        form,
        onSaved: (draft) => {
          noteDraft(cache, draft.id, draft);
        },
        onClosed: () => void refreshDrafts(cache),
      }),
  );
  useEffect(() => {
    saver.use(form);
  });
  return saver;
}
