import { getDraft, type DraftConflict, type DraftView } from '@posthorn/contracts/scheduling/drafts.http';
import { ApiError, codeOf, send } from '#lib/api-client.ts';

const conflictOf = (error: unknown): DraftConflict | null =>
  error instanceof ApiError ? (error.reply as DraftConflict | null) : null;

/** Whether a draft that no longer exists was deleted or scheduled; null: the server refused for another reason. */
export function endOf(error: unknown): 'deleted' | 'scheduled' | null {
  if (codeOf(error) !== 'scheduling.draft-gone') return null;
  const { postId } = conflictOf(error) ?? { postId: null };
  return postId === null ? 'deleted' : 'scheduled';
}

/** Returns the newer version that another device saved; null: the server refused for another reason. */
export async function newerOf(error: unknown, id: string): Promise<DraftView | null> {
  const code = codeOf(error);
  if (code === 'scheduling.draft-changed') return conflictOf(error)?.draft ?? null;
  // This code: the request did not name the revision of an existing draft.
  if (code !== 'scheduling.draft-needs-revision') return null;
  return send(getDraft, undefined, { params: { id } });
}
