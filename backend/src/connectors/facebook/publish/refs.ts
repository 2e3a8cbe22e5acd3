import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { PublishRefs } from '../../contract/publication.ts';
import { at, listOf, objectOf, textOf } from '../../kit/json.ts';

/** `reel`: the bytes are sent to an upload URL. `feed`: the bytes are sent in pieces to a session. */
type VideoRefs = Readonly<{
  kind: 'reel' | 'feed';
  id: string;
  /** The name of the upload URL in the vault, or the id of the session. */
  upload: string;
  /** How many bytes of a feed video Facebook has received. */
  offset: number;
  /** The end of the next piece that Facebook requests. */
  end: number;
  /** Facebook has received all bytes. */
  isSent: boolean;
}> &
  JsonObject;

/** References that must survive a crash: ids of unpublished photos, or of an unpublished video. */
export type FacebookRefs = Readonly<{
  contentHash: string;
  photoIds: readonly string[];
  /** When the first photo was uploaded. */
  uploadedAt?: string;
  video?: VideoRefs;
}> &
  JsonObject;

/** Null if `refs` belong to other content, or are null. */
export function refsOf(refs: PublishRefs | null, contentHash: string): FacebookRefs | null {
  if (refs?.['contentHash'] !== contentHash) return null;
  const photoIds = listOf(refs['photoIds']).filter((id) => typeof id === 'string');
  const uploadedAt = textOf(refs['uploadedAt']);
  const video = videoIn(refs['video']);
  return { contentHash, photoIds, ...(uploadedAt !== null && { uploadedAt }), ...(video && { video }) };
}

function videoIn(value: JsonValue | undefined): VideoRefs | null {
  const video = objectOf(value);
  const [id, upload] = [textOf(at(value, 'id')), textOf(at(value, 'upload'))];
  if (video === null || id === null || upload === null) return null;
  const number = (name: string): number => Number(video[name] ?? 0);
  return {
    kind: video['kind'] === 'reel' ? 'reel' : 'feed',
    id,
    upload,
    offset: number('offset'),
    end: number('end'),
    isSent: video['isSent'] === true,
  };
}
