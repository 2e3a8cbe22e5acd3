import type { FileBody } from '#infrastructure/outgoing/outgoing-body.ts';

/** A file that a platform is to fetch: a stored file, or bytes made from one. `type`: its MIME type. */
export type FetchableFile = Readonly<{ body: FileBody | Buffer; type: string }>;

/**
 * Gives a file a public address for as long as any platform needs to fetch it. Anyone with the address can read the file. The
 * address ends when the owner of the account is deleted.
 */
export type TemporaryMediaUrls = Readonly<{
  create(accountId: number, file: FetchableFile): Promise<string>;
}>;
