import type { FileBody } from '#infrastructure/outgoing/outgoing-body.ts';

/** A file that a platform is to fetch: a stored one, or bytes that were made from it. `type`: its MIME type. */
export type FetchableFile = Readonly<{ body: FileBody | Buffer; type: string }>;

/**
 * Gives a file a public address for as long as any platform takes to fetch it; whoever knows the address may have it. It ends
 * with the owner of the account that it is lent for.
 */
export type TemporaryMediaUrls = Readonly<{
  create(accountId: number, file: FetchableFile): Promise<string>;
}>;
