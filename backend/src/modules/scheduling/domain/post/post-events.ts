import { eachOptionalWord, type OptionalWords } from '@posthorn/contracts/scheduling/optional-words';
import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { Event } from '@posthorn/event-sourcing';
import { eventsOf, personal, plain, type EventShapes } from '@posthorn/event-sourcing/event-shape';

/** Every event of a post contains the post's id and owner. */
type PostKey = Readonly<{ postId: number; ownerId: string }>;

/**
 * What the post's events store about an uploaded file. It is everything that screens and connectors need, so
 * they need no other row.
 */
export type MediaRef = Readonly<{
  mediaUrl: string;
  thumbnailUrl: string | null;
  mediaType: 'image' | 'video';
  mimeType: string;
  /** Hex digest of the stored bytes. The digest and `mimeType` identify the file in the media store. */
  sha256: string;
  bytes: number;
  width: number | null;
  height: number | null;
  durationSeconds: number | null;
  originalName: string;
  altText: string | null;
}>;

/** The content that differs for one account. `content: null`: the account gets the text of the post. */
export type TargetContent = Readonly<{
  accountId: number;
  content: string | null;
  options: PublishOptions;
  /** The account's own selection of the post's files, in its own order; absent: all files. */
  mediaUrls?: readonly string[];
}>;

/** The content of a post: texts, files and settings. Files are in display order. */
export type PostBody = OptionalWords &
  Readonly<{
    content: string;
    media: readonly MediaRef[];
    aiRepliesEnabled: boolean;
    /** Only the accounts with their own text, options or files. */
    perTarget: readonly TargetContent[];
  }>;

/**
 * When the post is due. A local time and its IANA zone are kept if the client sent them. From them, the instant can
 * be recomputed.
 */
export type Timing = Readonly<{
  /** UTC instant, ISO 8601 with milliseconds. */
  scheduledFor: string;
  timezone: string | null;
  /** `2026-11-21T09:30` */
  localTime: string | null;
}>;

export type TargetAccount = Readonly<{ accountId: number; platform: Platform }>;

export type PostScheduled = Event<
  'PostScheduled',
  4,
  PostKey & PostBody & Timing & Readonly<{ targets: readonly TargetAccount[] }>
>;
export type PostEdited = Event<'PostEdited', 4, PostKey & PostBody>;
/**
 * A change after publishing has ended. Only the title in lists and the setting for automatic replies can change. The frozen text and the posts on the platforms do not change.
 */
export type PublishedPostEdited = Event<
  'PublishedPostEdited',
  1,
  PostKey & Pick<PostBody, 'title' | 'aiRepliesEnabled'>
>;
/**
 * A person changed the accounts before publishing started. `targets`: all accounts after the change.
 * `scheduledFor`: when the post is due.
 */
export type PostTargetsChanged = Event<
  'PostTargetsChanged',
  1,
  PostKey & Readonly<{ targets: readonly TargetAccount[]; scheduledFor: string }>
>;
export type PostRescheduled = Event<'PostRescheduled', 1, PostKey & Timing>;
/** The instant of the same local time, after newer time zone data changed it. `before`: the old instant. */
export type ScheduleRecomputed = Event<
  'ScheduleRecomputed',
  1,
  PostKey & Timing & Readonly<{ before: string; zoneData: string }>
>;
/** The post was deleted before publishing started. */
export type PostCancelled = Event<'PostCancelled', 1, PostKey>;
/**
 * The owner removed the post from the list after it was published or had failed. The posts on the platforms
 * stay there.
 */
export type PostArchived = Event<'PostArchived', 1, PostKey>;
/** The owner restored a deleted or archived post. */
export type PostRestored = Event<'PostRestored', 1, PostKey>;
/** Publishing started. From now on, the text, the files and the targets are frozen. Happens once per post. */
export type PostPublishingStarted = Event<
  'PostPublishingStarted',
  3,
  PostKey &
    Readonly<{
      /** The hash of the frozen content. */
      contentHash: string;
      /**
       * The owner was on the free plan when publishing started. In this case, Posthorn adds a line, the suffix, to the
       * text.
       */
      withSuffix: boolean;
      /** The accounts whose text gets the suffix. Some platforms forbid text that an app adds. */
      suffixOn: readonly number[];
      targets: readonly TargetAccount[];
      startedAt: string;
    }>
>;

export type PostEvent =
  | PostScheduled
  | PostEdited
  | PublishedPostEdited
  | PostTargetsChanged
  | PostRescheduled
  | ScheduleRecomputed
  | PostCancelled
  | PostArchived
  | PostRestored
  | PostPublishingStarted;

const owner = personal((data: PostKey) => data.ownerId);
const key = { ownerId: plain } as const;
const body = { content: owner, ...eachOptionalWord(() => owner), media: owner, perTarget: owner } as const;
/** Schema 3 added selections of files, which may be missing. Schema 4 added numbers among the options. */
const bodyUpcasts = { 1: withoutTargetContent, 2: unchanged, 3: unchanged } as const;
const timing = { scheduledFor: plain, timezone: plain, localTime: plain } as const;

export const postShapes: EventShapes<PostEvent> = {
  PostScheduled: {
    schema: 4,
    fields: { ...key, ...body, ...timing, targets: plain },
    upcasts: bodyUpcasts,
  },
  PostEdited: { schema: 4, fields: { ...key, ...body }, upcasts: bodyUpcasts },
  PublishedPostEdited: { schema: 1, fields: { ...key, title: owner } },
  PostTargetsChanged: { schema: 1, fields: { ...key, targets: plain, scheduledFor: plain } },
  PostRescheduled: { schema: 1, fields: { ...key, ...timing } },
  ScheduleRecomputed: { schema: 1, fields: { ...key, ...timing, before: plain, zoneData: plain } },
  PostCancelled: { schema: 1, fields: key },
  PostArchived: { schema: 1, fields: key },
  PostRestored: { schema: 1, fields: key },
  PostPublishingStarted: {
    schema: 3,
    // Encrypted, because a short text could be guessed from its hash. Schema 1 stored the hash in plain.
    fields: { ...key, contentHash: owner, targets: plain, startedAt: plain },
    upcasts: { 1: withSuffixEverywhere, 2: unchanged },
  },
};

export const postEvent = eventsOf<PostEvent>(postShapes);

/** Before schema 2 all accounts got the same text. */
function withoutTargetContent(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { ...data, perTarget: [] };
}

function unchanged(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return data;
}

/** At the time of schema 1 no connected platform forbade the suffix. */
function withSuffixEverywhere(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const targets = data['targets'] as readonly TargetAccount[];
  return { ...data, suffixOn: data['withSuffix'] === true ? targets.map(({ accountId }) => accountId) : [] };
}
