import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';

/** One file of a post as a connector gets it. */
export type MediaItem = Readonly<{
  mediaUrl: string;
  /** Whose it is: owners take turns where pictures are made to fit. */
  ownerId: string;
  kind: 'image' | 'video';
  mimeType: string;
  bytes: number;
  width: number | null;
  height: number | null;
  durationSeconds: number | null;
  altText: string;
  /** Absolute path of the stored original; connectors read, never write it. */
  path: string;
}>;

/** What is to be published on one account. The same for every attempt: `contentHash` proves it. */
export type OutgoingPublication = Readonly<{
  postId: number;
  accountId: number;
  ownerId: string;
  platform: Platform;
  title: string | null;
  /** Final text, suffix included. */
  text: string;
  /** The values of the platform's own fields; already checked against them. */
  options: PublishOptions;
  media: readonly MediaItem[];
  /** SHA-256 of text, title, media digests and options. */
  contentHash: string;
}>;

/**
 * References that must outlive a crash: record key, idempotency key, media ids, the frozen record. JSON, no secrets
 * (upload addresses that work as passwords stay in the vault and are named by reference).
 */
export type PublishRefs = JsonObject;

/** The picture that is to stand for a published video. */
export type CoverPicture = Readonly<{ remoteId: string; picture: MediaItem }>;

/** A published post as its platform knows it. `publishRefs`: what was prepared for it, if anything. */
export type RemotePost = Readonly<{
  remoteId: string;
  permalink: string | null;
  publishRefs: PublishRefs | null;
}>;
