import { StorageUnavailable } from '#infrastructure/http/errors/storage-unavailable.ts';
/** A stored object, named by its own content: the same bytes are kept once, even for several users. */
export type MediaObject = Readonly<{ sha256: string; mimeType: string }>;

/** An object in a listing. `keptAt`: when it was stored, by the clock of the store. */
export type StoredObject = MediaObject & Readonly<{ keptAt: Date }>;

/** Stores the bytes of uploads. */
export abstract class MediaStore {
  /**
   * Moves a finished file from `path` into the store. An existing object stays as it is.
   * @throws MediaStoreUnavailable
   */
  abstract keep(path: string, object: MediaObject): Promise<void>;
  /**
   * Returns the absolute path of a local copy. Read the copy soon, and never write to it.
   * @throws an error with the code `ENOENT` when there is no such object; MediaObjectDamaged, MediaStoreUnavailable
   */
  abstract pathOf(object: MediaObject): Promise<string>;
  /**
   * Deletes an object; does nothing when it is already deleted.
   * @throws MediaStoreUnavailable
   */
  abstract remove(object: MediaObject): Promise<void>;
  /**
   * Lists all objects in any order. It may miss objects that are stored or deleted during the listing.
   * @throws MediaStoreUnavailable
   */
  abstract list(): AsyncIterable<StoredObject>;
  /**
   * Checks without a request to another server that the store is the product's own.
   * @throws MediaStoreUnavailable
   */
  abstract check(): Promise<void>;
  /** Deletes the store's local data that is no longer needed. */
  abstract tidy(): Promise<void>;
}

/**
 * An object store does not respond, or refuses, or the folder of the media is not mounted. The outcome of the call is unknown; a later call
 * may succeed. `explanation` is for operators and contains no secret.
 */
export class MediaStoreUnavailable extends StorageUnavailable {
  override readonly name = 'MediaStoreUnavailable';
  constructor(
    readonly explanation: string,
    store = 'The object store',
  ) {
    // Without a cause: a cause with ECONNREFUSED would look like a database failure.
    super(`${store}: ${explanation}`);
  }
}

/** There is no such object. The error code is that of a missing file on a disk. */
export class MediaObjectMissing extends Error {
  override readonly name = 'MediaObjectMissing';
  readonly code = 'ENOENT';
  constructor({ sha256 }: MediaObject) {
    super(`There is no object ${sha256}.`);
  }
}

/** The bytes in the store differ from the digest in the object's name. */
export class MediaObjectDamaged extends Error {
  override readonly name = 'MediaObjectDamaged';
  constructor({ sha256 }: MediaObject) {
    super(`The object store holds other bytes as ${sha256} than its name says.`);
  }
}

/** True for the error of a disk or a store about a missing object. */
export const isNotThere = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';

/** True for an object that is missing or damaged in the store, and not only unavailable for some time. */
export const isLost = (error: unknown): boolean => isNotThere(error) || error instanceof MediaObjectDamaged;

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
};
/** Extensions of all stored types. */
export const STORED_EXTENSIONS: readonly string[] = Object.values(EXTENSIONS);
const TYPES = new Map(Object.entries(EXTENSIONS).map(([type, extension]) => [extension, type]));
const FILE_NAME = /^(?<sha256>[0-9a-f]{64})\.(?<extension>[a-z0-9]{3,4})$/u;

/** @throws Error for a type that is never stored */
export function extensionOf(mimeType: string): string {
  const extension = EXTENSIONS[mimeType];
  if (extension === undefined) throw new Error(`Files of type ${mimeType} are not stored.`);
  return extension;
}

/** The name of an object in every store: `{sha256}.{extension}`. */
export const fileNameOf = ({ sha256, mimeType }: MediaObject): string => `${sha256}.${extensionOf(mimeType)}`;

/** Returns the object whose file has this name; null for any other file. */
export function objectNamed(fileName: string): MediaObject | null {
  const { sha256, extension } = FILE_NAME.exec(fileName)?.groups ?? {};
  const mimeType = TYPES.get(extension ?? '');
  return sha256 === undefined || mimeType === undefined ? null : { sha256, mimeType };
}
