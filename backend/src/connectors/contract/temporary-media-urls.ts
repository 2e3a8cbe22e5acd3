import type { FileBody } from '#infrastructure/outgoing/outgoing-body.ts';

/** A file for a platform to fetch: a stored file, or bytes that were made from a stored file. `type`: the MIME type. */
export type FetchableFile = Readonly<{ body: FileBody | Buffer; type: string }>;

/**
 * Gives a file a public URL for as long as any platform needs to fetch it. Anyone with the URL can read the file. The
 * URL stops working when the owner of the account is deleted.
 */
export type TemporaryMediaUrls = Readonly<{
  create(accountId: number, file: FetchableFile): Promise<string>;
}>;
