import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { PublishRefs } from '../../contract/publication.ts';
import { at, listOf, objectOf, textOf } from '../../kit/json.ts';

/** `reel`: its bytes go to an upload address. `feed`: they go in pieces to a session. */
type VideoRefs = Readonly<{
  kind: 'reel' | 'feed';
  id: string;
  /** The name of the upload address in the vault, or the id of the session. */
  upload: string;
  /** Facebook has the bytes of a feed video up to here. */
  offset: number;
  /** The end of the next piece that Facebook asks for. */
  end: number;
  /** All bytes are there. */
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

/** Null when they belong to other content, or are empty. */
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
