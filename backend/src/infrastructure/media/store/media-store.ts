/** What is stored, named by its own content: the same bytes are kept once, whoever uploads them. */
export type MediaObject = Readonly<{ sha256: string; mimeType: string }>;

/** Where the bytes of uploads live. */
export abstract class MediaStore {
  /** Takes over a finished file, which is gone from `path` afterwards. An object that is there already stays as it is. */
  abstract keep(path: string, object: MediaObject): Promise<void>;
  /** Absolute path of a local copy, to be read and never written. @throws Error when there is no such object */
  abstract pathOf(object: MediaObject): Promise<string>;
  /** Nothing happens when it has gone already. */
  abstract remove(object: MediaObject): Promise<void>;
}

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

/** @throws Error for a type that is never stored */
export function extensionOf(mimeType: string): string {
  const extension = EXTENSIONS[mimeType];
  if (extension === undefined) throw new Error(`Files of type ${mimeType} are not stored.`);
  return extension;
}
