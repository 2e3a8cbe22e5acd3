import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { PublishRefs } from '../../contract/publication.ts';
import { amountOf, listOf, objectOf, textOf } from '../../kit/json.ts';
import { storedCardIn, type StoredCard } from '../../kit/link-cards/stored-card.ts';

/**
 * A file at LinkedIn. During the upload, `upload` is the name of the upload URLs in the vault, and `etags` are the ETags of
 * the uploaded parts. `doubtful`: a video that may be incomplete; the response to the post will show this.
 */
export type AssetRef = Readonly<{
  urn: string;
  upload?: string;
  etags?: readonly string[];
  doubtful?: true;
}> &
  JsonObject;

/** References that must survive a crash. With the same assets, a repeated request is identical, so LinkedIn recognizes it. */
export type LinkedInRefs = Readonly<{
  contentHash: string;
  assets: readonly AssetRef[];
  /** The card from the page behind the link. Absent until the page was read. */
  card?: StoredCard['card'];
  noCard?: NonNullable<StoredCard['noCard']>;
  /** The picture of the card; null: the card has no picture. Absent until the picture was uploaded. */
  thumbnail?: string | null;
  /** How often Posthorn has uploaded files again that LinkedIn could not use. */
  reuploads?: number;
  /** A preparation has finished, so a call may have been made. */
  ready?: boolean;
  /** The next call may repeat an earlier call. */
  repeats?: boolean;
  /** LinkedIn could not use these files. */
  lost?: true;
}> &
  JsonObject;

/** Null if `refs` belong to other content, or are null. */
export function refsOf(refs: PublishRefs | null, contentHash: string): LinkedInRefs | null {
  if (refs?.['contentHash'] !== contentHash) return null;
  const assets = listOf(refs['assets']).flatMap((asset) => assetIn(asset) ?? []);
  const reuploads = amountOf(refs['reuploads']);
  return {
    contentHash,
    assets,
    ...storedCardIn(refs),
    ...(refs['thumbnail'] !== undefined && { thumbnail: textOf(refs['thumbnail']) }),
    ...(reuploads !== null && { reuploads }),
    ...(refs['ready'] === true && { ready: true }),
    ...(refs['repeats'] === true && { repeats: true }),
    ...(refs['lost'] === true && { lost: true }),
  };
}

function assetIn(value: JsonValue): AssetRef | null {
  const urn = textOf(objectOf(value)?.['urn']);
  if (urn === null) return null;
  const upload = textOf(objectOf(value)?.['upload']);
  const etags = listOf(objectOf(value)?.['etags']).filter((etag) => typeof etag === 'string');
  const doubtful = objectOf(value)?.['doubtful'] === true;
  return { urn, ...(upload !== null && { upload, etags }), ...(doubtful && { doubtful }) };
}
