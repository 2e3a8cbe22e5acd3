import { eachOptionalWord, type OptionalWords } from '@posthorn/contracts/scheduling/optional-words';
import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { Event } from '@posthorn/event-sourcing';
import { eventsOf, personal, plain, type EventShapes } from '@posthorn/event-sourcing/event-shape';

/** Which post, of whom: every event of a post carries it. */
type PostKey = Readonly<{ postId: number; ownerId: string }>;

/** An upload as the post keeps it: all that screens and connectors need, so that no row is asked later. */
export type MediaRef = Readonly<{
  mediaUrl: string;
  thumbnailUrl: string | null;
  mediaType: 'image' | 'video';
  mimeType: string;
  /** Hex digest of the stored bytes; with `mimeType` it finds them in the media store. */
  sha256: string;
  bytes: number;
  width: number | null;
  height: number | null;
  durationSeconds: number | null;
  originalName: string;
  altText: string | null;
}>;

/** What one account gets beside or instead of what all get. `content: null`: the text of the post. */
export type TargetContent = Readonly<{
  accountId: number;
  content: string | null;
  options: PublishOptions;
  /** Its own selection of the post's files in its own order; absent: all of them. */
  mediaUrls?: readonly string[];
}>;

/** What a creator writes. Files are in the order in which they are shown. */
export type Draft = OptionalWords &
  Readonly<{
    content: string;
    media: readonly MediaRef[];
    aiRepliesEnabled: boolean;
    /** Only of accounts that differ from the others or whose platform wants to know more. */
    perTarget: readonly TargetContent[];
  }>;

/** When it is due. The local time and its IANA zone are kept when the client told them, so that the instant can be recomputed. */
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
  PostKey & Draft & Timing & Readonly<{ targets: readonly TargetAccount[] }>
>;
export type PostEdited = Event<'PostEdited', 4, PostKey & Draft>;
export type PostRescheduled = Event<'PostRescheduled', 1, PostKey & Timing>;
/** New zone data moved the instant of the same local time. */
export type ScheduleRecomputed = Event<
  'ScheduleRecomputed',
  1,
  PostKey & Timing & Readonly<{ before: string; zoneData: string }>
>;
/** Deleted before publishing began. */
export type PostCancelled = Event<'PostCancelled', 1, PostKey>;
/** Taken off the list after it was published or failed; what is on the platforms stays there. */
export type PostArchived = Event<'PostArchived', 1, PostKey>;
/** The undo of both. */
export type PostRestored = Event<'PostRestored', 1, PostKey>;
/** From here on the words, the files and the targets are frozen. Once per post. */
export type PostPublishingStarted = Event<
  'PostPublishingStarted',
  3,
  PostKey &
    Readonly<{
      /** Of the frozen draft. */
      contentHash: string;
      /** The owner was on the free plan when publishing began. */
      withSuffix: boolean;
      /** Accounts whose text carries it: not those of platforms that forbid an app's own words. */
      suffixOn: readonly number[];
      targets: readonly TargetAccount[];
      startedAt: string;
    }>
>;

export type PostEvent =
  | PostScheduled
  | PostEdited
  | PostRescheduled
  | ScheduleRecomputed
  | PostCancelled
  | PostArchived
  | PostRestored
  | PostPublishingStarted;

const owner = personal((data: PostKey) => data.ownerId);
const key = { ownerId: plain } as const;
const draft = { content: owner, ...eachOptionalWord(() => owner), media: owner, perTarget: owner } as const;
/** Schema 3 added selections of files, which may be missing; schema 4 numbers among the options. */
const draftUpcasts = { 1: withoutTargetContent, 2: unchanged, 3: unchanged } as const;
const timing = { scheduledFor: plain, timezone: plain, localTime: plain } as const;

export const postShapes: EventShapes<PostEvent> = {
  PostScheduled: {
    schema: 4,
    fields: { ...key, ...draft, ...timing, targets: plain },
    upcasts: draftUpcasts,
  },
  PostEdited: { schema: 4, fields: { ...key, ...draft }, upcasts: draftUpcasts },
  PostRescheduled: { schema: 1, fields: { ...key, ...timing } },
  ScheduleRecomputed: { schema: 1, fields: { ...key, ...timing, before: plain, zoneData: plain } },
  PostCancelled: { schema: 1, fields: key },
  PostArchived: { schema: 1, fields: key },
  PostRestored: { schema: 1, fields: key },
  PostPublishingStarted: {
    schema: 3,
    // From a digest that everybody can read, a short text can be guessed. Until schema 2 it was stored openly.
    fields: { ...key, contentHash: owner, targets: plain, startedAt: plain },
    upcasts: { 1: withSuffixEverywhere, 2: unchanged },
  },
};

export const postEvent = eventsOf<PostEvent>(postShapes);

/** Before schema 2 all accounts got the same. */
function withoutTargetContent(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { ...data, perTarget: [] };
}

function unchanged(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return data;
}

/** At the time of schema 1 no platform that forbids the suffix could be connected. */
function withSuffixEverywhere(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const targets = data['targets'] as readonly TargetAccount[];
  return { ...data, suffixOn: data['withSuffix'] === true ? targets.map(({ accountId }) => accountId) : [] };
}
