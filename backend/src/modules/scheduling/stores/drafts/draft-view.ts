import { optionalWordsOf } from '@posthorn/contracts/scheduling/optional-words';
import type { DraftLine, DraftView } from '@posthorn/contracts/scheduling/drafts.http';
import type { DraftContent } from '../../domain/draft/draft-content.ts';
import { mediaView } from '../../read-models/posts/post-view.ts';
import { deviceSaid } from './device-said.ts';
import type { DraftBox } from './draft-box.ts';

/** The columns that a list of drafts needs. Times are ISO 8601. */
export type DraftRow = Readonly<{
  id: string;
  revision: number;
  plannedFor: string | null;
  createdAt: string;
  changedAt: string;
  words: Buffer;
}>;
export type WholeDraftRow = DraftRow & Readonly<{ own: Buffer }>;

export function draftLine(row: DraftRow, box: DraftBox): DraftLine {
  const { id, revision, plannedFor, createdAt, changedAt } = row;
  const { words, device } = box.wordsOf(row);
  const said = deviceSaid(device);
  const { content, timezone, accountIds, aiRepliesEnabled, media } = words;
  return {
    id,
    revision,
    content,
    ...optionalWordsOf(words),
    plannedFor,
    timezone,
    accountIds,
    aiRepliesEnabled,
    mediaFiles: media.map(mediaView),
    createdAt,
    changedAt,
    device,
    ...(said && { deviceSaid: said }),
  };
}

export function draftView(row: WholeDraftRow, box: DraftBox): DraftView {
  const { localTime, selectedAccountIds } = box.wordsOf(row).words;
  return { ...draftLine(row, box), localTime, selectedAccountIds, targets: box.ownOf(row) };
}

export const contentIn = (row: WholeDraftRow, box: DraftBox): DraftContent => ({
  words: box.wordsOf(row).words,
  own: box.ownOf(row),
  plannedFor: row.plannedFor,
});
