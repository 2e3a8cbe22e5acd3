import type { Platform } from '@posthorn/contracts/shared/platform';
import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import type { Event } from '@posthorn/event-sourcing';

/**
 * The events from which the inbox learns which posts to watch. `remoteId`: null when a person confirmed the
 * post.
 */
export type PostPublishedEvent = Event<
  'PlatformPublished' | 'PublicIdAssigned' | 'DuplicateDetected',
  number,
  Readonly<{
    postId: number;
    accountId: number;
    ownerId: string;
    remoteId: string | null;
    permalink: string | null;
  }>
>;

type AnsweredPost = Readonly<{ postId: number; ownerId: string; aiRepliesEnabled: boolean }>;
/** The events from which the inbox learns the text of a post, and whether comments get automatic replies. */
export type PostWordsEvent =
  | Event<'PostScheduled' | 'PostEdited', number, AnsweredPost & Readonly<{ content: string }>>
  | Event<'PublishedPostEdited', number, AnsweredPost>;

type OfPost = Readonly<{ postId: number; ownerId: string }>;
/** A file of a post, at a public URL. */
export type PostMedia = Readonly<{
  mediaUrl: string;
  thumbnailUrl: string | null;
  mediaType: 'image' | 'video';
  width: number | null;
  height: number | null;
  altText: string | null;
}>;
type PostContent = OfPost &
  Readonly<{
    content: string;
    title: string | null;
    hashtags: string | null;
    media: readonly PostMedia[];
    /**
     * The content that differs for single accounts. `content` null, `mediaUrls` absent: the content of the
     * post.
     */
    perTarget: readonly Readonly<{
      accountId: number;
      content: string | null;
      options: PublishOptions;
      mediaUrls?: readonly string[];
    }>[];
  }>;
/**
 * The events from which the link page learns the content of posts, and which posts their owner deleted or
 * archived.
 */
export type PostContentEvent =
  | Event<'PostScheduled', number, PostContent>
  | Event<'PostEdited', number, PostContent>
  | Event<'PublishedPostEdited', number, OfPost & Pick<PostContent, 'title'>>
  | Event<'PostCancelled' | 'PostArchived' | 'PostRestored', number, OfPost>;

/**
 * The events from which the link page learns which posts are published. A deletion with a `remoteId` concerns
 * a second copy, and the post itself stays.
 */
export type PostOnPlatformEvent =
  | Event<
      'PlatformPublished',
      number,
      OfPost &
        Readonly<{
          accountId: number;
          platform: Platform;
          permalink: string | null;
          publishedAt: string;
          /** The platform says that not everyone can see the post. */
          limited?: true;
        }>
    >
  | Event<'PublicIdAssigned', number, OfPost & Readonly<{ accountId: number; permalink: string | null }>>
  | Event<'RemoteDeletionRequested', number, OfPost & Readonly<{ accountId: number; remoteId?: string }>>
  | Event<'RemotePostDeleted', number, OfPost & Readonly<{ accountId: number }>>;
type TargetOfPost = Readonly<{ postId: number; accountId: number; ownerId: string }>;

type Accounts = Readonly<{ targets: readonly Readonly<{ accountId: number; platform: Platform }>[] }>;
/** The steps of a post that the external API reports to other programs. */
export type PostStepEvent =
  | Event<'PostScheduled', number, OfPost & Accounts & Readonly<{ scheduledFor: string }>>
  | Event<'PostRescheduled' | 'ScheduleRecomputed', number, OfPost & Readonly<{ scheduledFor: string }>>
  | Event<
      'PostEdited' | 'PublishedPostEdited' | 'PostCancelled' | 'PostArchived' | 'PostRestored',
      number,
      OfPost
    >
  | Event<'PostTargetsChanged' | 'PostPublishingStarted', number, OfPost & Accounts>;

type Step<Type extends string, More = unknown> = Event<
  Type,
  number,
  TargetOfPost & Readonly<{ platform: Platform }> & Readonly<More>
>;
type OfAttempt = { attemptId: string | null };
/** The steps of a post on one account that the external API reports to other programs. */
export type PublicationStepEvent =
  | Step<'PlatformPublished', OfAttempt & { remoteId: string | null; permalink: string | null }>
  | Step<'PublishAccepted', OfAttempt & { nextAt: string }>
  | Step<'PlatformPublishFailed', OfAttempt & { reason: string; retryAt: string | null }>
  | Step<'PlatformPublishUnknown', OfAttempt & { cause: string; nextAt: string | null }>
  | Step<'PublishLookedUp', OfAttempt & { nextAt: string | null }>
  | Step<'PublishPostponed', OfAttempt & { reason: string; until: string }>
  | Step<'PublishRetryRequested', { requestedAt: string; lookUntil?: string; nextAt?: string }>
  | Step<'PublicationCancelled', { reason: string }>
  | Step<'PublicationWarned', { code: string; dueAt: string }>
  | Step<'PublicationResumed', { nextAt: string | null }>
  | Step<'RemotePostDeleted'>;
