import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { PublishRefs } from '../../contract/publication.ts';
import { at, listOf, textOf } from '../../kit/json.ts';

/** A file that X has. `until`: how long a post may count on it; `processing`: X works on it before it can be used. */
export type UploadedFile = Readonly<{ id: string; until: string; processing: boolean }> & JsonObject;

/** What must outlive a crash; the files are in the order of the post. */
export type TwitterRefs = Readonly<{
  contentHash: string;
  files: readonly UploadedFile[];
  /** Uploaded once more, because X no longer knew the first ones. */
  anew?: boolean;
  /** X no longer has these files. */
  lost?: true;
}> &
  JsonObject;

/** Null when they are of another content, or of nothing yet. */
export function refsOf(refs: PublishRefs | null, contentHash: string): TwitterRefs | null {
  if (refs === null || refs['contentHash'] !== contentHash) return null;
  const files = listOf(refs['files']).flatMap(fileIn);
  return {
    contentHash,
    files,
    ...(refs['anew'] === true && { anew: true }),
    ...(refs['lost'] === true && { lost: true }),
  };
}

function fileIn(file: JsonValue): UploadedFile[] {
  const id = textOf(at(file, 'id'));
  const until = textOf(at(file, 'until'));
  return id === null || until === null ? [] : [{ id, until, processing: at(file, 'processing') === true }];
}
