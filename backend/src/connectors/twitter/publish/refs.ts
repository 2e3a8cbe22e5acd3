import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { PublishRefs } from '../../contract/publication.ts';
import { at, listOf, textOf } from '../../kit/json.ts';

/** A file at X. `until`: how long a post may use the file (ISO). `processing`: X must process the file first. */
export type UploadedFile = Readonly<{ id: string; until: string; processing: boolean }> & JsonObject;

/** References that must survive a crash; the files are in the order of the post. */
export type TwitterRefs = Readonly<{
  contentHash: string;
  files: readonly UploadedFile[];
  /** The files were uploaded again, because X no longer knew the first ones. */
  anew?: boolean;
  /** X no longer has these files. */
  lost?: true;
}> &
  JsonObject;

/** Null if `refs` belong to other content, or are null. */
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
