import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';

/** One file of a post as a connector receives it. */
export type MediaItem = Readonly<{
  mediaUrl: string;
  /** The owner. Owners take turns at the conversion of pictures. */
  ownerId: string;
  kind: 'image' | 'video';
  mimeType: string;
  bytes: number;
  width: number | null;
  height: number | null;
  durationSeconds: number | null;
  /** Of a video: `avc1`, `hvc1`. Left out: not known. */
  codec?: string | null;
  altText: string;
  /** Absolute path of the stored original. Connectors read it and never write it. */
  path: string;
}>;

/** What is to be published on one account. The same for each attempt: `contentHash` proves it. */
export type OutgoingPublication = Readonly<{
  postId: number;
  accountId: number;
  ownerId: string;
  platform: Platform;
  title: string | null;
  /** Final text, with the suffix. */
  text: string;
  /** The values of the platform's own fields, already validated. */
  options: PublishOptions;
  media: readonly MediaItem[];
  /** SHA-256 of text, title, media digests and options. */
  contentHash: string;
}>;

/**
 * References that must survive a crash: record key, idempotency key, media ids, the frozen record. JSON, no secrets:
 * upload addresses that work as passwords stay in the vault, and references name them.
 */
export type PublishRefs = JsonObject;

/** The picture that is to be the cover of a published video. */
export type CoverPicture = Readonly<{ remoteId: string; picture: MediaItem }>;

/** A published post as its platform knows it. `publishRefs`: the references that `prepare` made for it, if any. */
export type RemotePost = Readonly<{
  remoteId: string;
  permalink: string | null;
  publishRefs: PublishRefs | null;
}>;
