import { StorageUnavailable } from '#infrastructure/http/errors/storage-unavailable.ts';
/** What is stored, named by its own content: the same bytes are kept once, whoever uploads them. */
export type MediaObject = Readonly<{ sha256: string; mimeType: string }>;

/** As a listing tells of it; `keptAt` by the clock of the store. */
export type StoredObject = MediaObject & Readonly<{ keptAt: Date }>;

/** Where the bytes of uploads live. */
export abstract class MediaStore {
  /**
   * Takes over a finished file, which is gone from `path` afterwards. An object that is there already stays as it is.
   * @throws MediaStoreAway
   */
  abstract keep(path: string, object: MediaObject): Promise<void>;
  /**
   * Absolute path of a local copy, to be read soon and never written.
   * @throws an error with the code `ENOENT` when there is no such object; MediaObjectDamaged, MediaStoreAway
   */
  abstract pathOf(object: MediaObject): Promise<string>;
  /** Nothing happens when it has gone already. @throws MediaStoreAway */
  abstract remove(object: MediaObject): Promise<void>;
  /** Every object, in no order; what is kept or removed meanwhile may be left out. @throws MediaStoreAway */
  abstract list(): AsyncIterable<StoredObject>;
  /** Clears away what the store keeps on this machine for itself and nobody needs any more. */
  abstract tidy(): Promise<void>;
}

/** A store of objects does not answer, or refuses; nobody knows what it has done, and it may pass. `words` are for operators and hold no secret. */
export class MediaStoreAway extends StorageUnavailable {
  override readonly name = 'MediaStoreAway';
  constructor(readonly words: string) {
    // Without a cause: one that says ECONNREFUSED would be taken for the database's.
    super(`The object store: ${words}`);
  }
}

/** There is no such object, as a disk would say it. */
export class MediaObjectMissing extends Error {
  override readonly name = 'MediaObjectMissing';
  readonly code = 'ENOENT';
  constructor({ sha256 }: MediaObject) {
    super(`There is no object ${sha256}.`);
  }
}

/** The store holds other bytes than the name of the object says. */
export class MediaObjectDamaged extends Error {
  override readonly name = 'MediaObjectDamaged';
  constructor({ sha256 }: MediaObject) {
    super(`The object store holds other bytes as ${sha256} than its name says.`);
  }
}

/** True for what a disk or a store says of an object that is not there. */
export const isNotThere = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
};
/** Of all types that are stored. */
export const STORED_EXTENSIONS: readonly string[] = Object.values(EXTENSIONS);
const TYPES = new Map(Object.entries(EXTENSIONS).map(([type, extension]) => [extension, type]));
const FILE_NAME = /^(?<sha256>[0-9a-f]{64})\.(?<extension>[a-z0-9]{3,4})$/u;

/** @throws Error for a type that is never stored */
export function extensionOf(mimeType: string): string {
  const extension = EXTENSIONS[mimeType];
  if (extension === undefined) throw new Error(`Files of type ${mimeType} are not stored.`);
  return extension;
}

/** What an object is called in every store: `{sha256}.{extension}`. */
export const fileNameOf = ({ sha256, mimeType }: MediaObject): string => `${sha256}.${extensionOf(mimeType)}`;

/** The object of such a name; null for any other file. */
export function objectNamed(fileName: string): MediaObject | null {
  const { sha256, extension } = FILE_NAME.exec(fileName)?.groups ?? {};
  const mimeType = TYPES.get(extension ?? '');
  return sha256 === undefined || mimeType === undefined ? null : { sha256, mimeType };
}
