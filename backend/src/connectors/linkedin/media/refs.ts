import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { PublishRefs } from '../../contract/publication.ts';
import { amountOf, listOf, objectOf, textOf } from '../../kit/json.ts';
import { storedCardIn, type StoredCard } from '../../kit/link-cards/stored-card.ts';

/**
 * A file as LinkedIn knows it. During the upload, `upload` names the upload addresses in the vault and `etags` holds the answers to
 * the parts that have arrived. `doubtful`: a film that may be incomplete; the answer to the post shows it.
 */
export type AssetRef = Readonly<{
  urn: string;
  upload?: string;
  etags?: readonly string[];
  doubtful?: true;
}> &
  JsonObject;

/** References that must survive a crash. The same assets make a repeated request identical, which LinkedIn then recognizes. */
export type LinkedInRefs = Readonly<{
  contentHash: string;
  assets: readonly AssetRef[];
  /** The card that was read from the link; left out until then. */
  card?: StoredCard['card'];
  noCard?: NonNullable<StoredCard['noCard']>;
  /** The picture of the card; null: the card has none. Left out until that is known. */
  thumbnail?: string | null;
  /** How often files that LinkedIn could not use were uploaded again. */
  reuploads?: number;
  /** Prepared once: a call may have been made. */
  ready?: boolean;
  /** The next call may be a repetition. */
  repeats?: boolean;
  /** LinkedIn could not use these files. */
  lost?: true;
}> &
  JsonObject;

/** Null when they belong to other content, or are empty. */
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
