import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';

/** One file of a post as a connector receives it. */
export type MediaItem = Readonly<{
  mediaUrl: string;
  /** The owner of the file. When pictures are converted, owners take turns. */
  ownerId: string;
  kind: 'image' | 'video';
  mimeType: string;
  bytes: number;
  width: number | null;
  height: number | null;
  durationSeconds: number | null;
  /** The codec of a video, such as `avc1` or `hvc1`. Absent: not known. */
  codec?: string | null;
  altText: string;
  /** Absolute path of the stored original. Connectors read it and never write it. */
  path: string;
}>;

/** What Posthorn publishes on one account. Every attempt has the same content: `contentHash` proves this. */
export type OutgoingPublication = Readonly<{
  postId: number;
  accountId: number;
  ownerId: string;
  platform: Platform;
  title: string | null;
  /** The final text, including the suffix that Posthorn adds. */
  text: string;
  /** The values of the platform's own fields, already validated. */
  options: PublishOptions;
  media: readonly MediaItem[];
  /** SHA-256 of text, title, media digests and options. */
  contentHash: string;
  /** A preparation is for a repetition: the outcome of an earlier call was unknown. Absent: no earlier call may have published the post. */
  mayExist?: true;
}>;

/**
 * References that must survive a crash: record key, idempotency key, media ids, the frozen record. JSON, no secrets:
 * upload URLs that work as passwords stay in the vault, and the references contain only their names.
 */
export type PublishRefs = JsonObject;

/** The picture that becomes the cover of a published video. */
export type CoverPicture = Readonly<{ remoteId: string; picture: MediaItem }>;

/** A published post, with its id on the platform. `publishRefs`: the references that `prepare` made for this post, if any. */
export type RemotePost = Readonly<{
  remoteId: string;
  permalink: string | null;
  publishRefs: PublishRefs | null;
}>;
