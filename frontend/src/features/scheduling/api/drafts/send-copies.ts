import type { QueryClient } from '@tanstack/react-query';
import { codeOf } from '#lib/api-client.ts';
import { draftKey, dropDraft, readDraft } from '../../model/composer/post-draft.ts';
import { newPostFields } from '../../model/composer/post-fields.ts';
import {
  copiesOf,
  dropCopy,
  formerDrafts,
  newDraftId,
  readCopy,
  writeCopy,
  type DraftCopy,
} from '../../model/drafts/draft-copies.ts';
import { ifNotOpen } from '../../model/drafts/draft-hold.ts';
import { draftRequestOf } from '../../model/drafts/draft-request.ts';
import { isUnanswered, noteResponse } from '../../model/composer/unanswered.ts';
import { putDraft, refreshDrafts } from './drafts.ts';

type Writer = Readonly<{ id: string; zone: string; isPremium: boolean }>;

/** Sends the copies of an earlier visit to the server. A copy that the server refuses stays in this browser. */
export async function sendCopies(cache: QueryClient, writer: Writer): Promise<void> {
  moveFormerDrafts(writer);
  let sent = 0;
  for (const { id } of copiesOf(writer.id)) {
    // A form that opens the draft now finds the copy or the draft on the server.
    await ifNotOpen(id, async () => {
      const copy = readCopy(writer.id, id);
      if (copy && (await sendCopy(writer.id, id, copy))) sent += 1;
    }).catch(() => undefined);
  }
  if (sent > 0) await refreshDrafts(cache);
}

/** Stores drafts of the former format as new copies. Deletes each old entry only after the new copy is written. */
function moveFormerDrafts(writer: Writer): void {
  for (const key of formerDrafts(writer.id)) {
    const former = readDraft(key);
    if (!former) continue;
    const draft = {
      media: former.media,
      fields: { ...newPostFields(writer.zone, 0, []), ...former.fields },
    };
    const request = draftRequestOf(draft, writer, null);
    const copy = { ...draft, request, base: null, at: Date.now() };
    if (writeCopy(writer.id, newDraftId(), copy, null)) {
      noteResponse(key);
      dropDraft(key);
    }
  }
}

/** Returns false when the copy stays in this browser, because the server did not accept it. */
async function sendCopy(userId: string, id: string, copy: DraftCopy): Promise<boolean> {
  try {
    await putDraft(id, copy.request, copy.base);
  } catch (error) {
    const code = codeOf(error);
    const isNewer = code === 'scheduling.draft-changed' || code === 'scheduling.draft-needs-revision';
    // Without a response to a sent post of this draft, the draft may have become this post.
    const isGone = code === 'scheduling.draft-gone' && !isUnanswered(draftKey(userId, id));
    if (!isNewer && !isGone) return false;
    // Keeps both versions: the one in this browser becomes a new draft.
    await putDraft(newDraftId(), copy.request, null);
  }
  dropCopy(userId, id, copy.at);
  return true;
}
