import type { ExternalAccount, ExternalPlatform } from '@posthorn/contracts/external/accounts.http';
import type { ExternalDraftRequest, ScheduleDraftRequest } from '@posthorn/contracts/external/drafts.http';
import type { EventsView, PublicEvent } from '@posthorn/contracts/external/events.http';
import type { ExternalProblem } from '@posthorn/contracts/external/external.http';
import type { FetchMediaRequest } from '@posthorn/contracts/external/media.http';
import type { MeView } from '@posthorn/contracts/external/me.http';
import type {
  ChangePostRequest,
  CreatePostRequest,
  DryRunView,
  ExternalPage,
  RetryTargetRequest,
  ShownPost,
  StatisticsView,
} from '@posthorn/contracts/external/posts.http';
import type {
  ExternalComment,
  MarkCommentRequest,
  ReplyRequest,
  WaitingComment,
} from '@posthorn/contracts/external/replies.http';
import type {
  ChangeWebhookRequest,
  CreatedWebhookView,
  CreateWebhookRequest,
  DeliveryView,
  ReplayRequest,
  ReplayView,
  RotatedSecretView,
  WebhookTestView,
  WebhookView,
} from '@posthorn/contracts/external/webhooks.http';
import type { CalendarView } from '@posthorn/contracts/scheduling/calendar.http';
import type { DraftPage, DraftView } from '@posthorn/contracts/scheduling/drafts.http';
import type { HistoryView } from '@posthorn/contracts/scheduling/history.http';
import type { ManyPostsRequest, OnePostResult } from '@posthorn/contracts/scheduling/many-posts.http';
import type { PostView, RemovalView } from '@posthorn/contracts/scheduling/posts.http';
import type { UploadReply } from '@posthorn/contracts/shared/media.http';

/** The request and response types below `/api/external`, by their names in the API document. Types that they use keep their own names. */
export type DocumentTypes = Readonly<{
  Me: MeView;
  Platforms: readonly ExternalPlatform[];
  Accounts: readonly ExternalAccount[];
  Post: PostView;
  ShownPost: ShownPost;
  PostPage: ExternalPage<PostView>;
  CreatePostRequest: CreatePostRequest;
  DryRun: DryRunView;
  ChangePostRequest: ChangePostRequest;
  Removal: RemovalView;
  ExternalDraftRequest: ExternalDraftRequest;
  ScheduleDraftRequest: ScheduleDraftRequest;
  DraftView: DraftView;
  DraftPage: DraftPage;
  Calendar: CalendarView;
  ManyPostsRequest: ManyPostsRequest;
  ManyPostsResults: Readonly<{ results: readonly OnePostResult[] }>;
  RetryTargetRequest: RetryTargetRequest;
  History: HistoryView;
  Statistics: StatisticsView;
  FetchMediaRequest: FetchMediaRequest;
  Upload: UploadReply;
  WaitingCommentPage: ExternalPage<WaitingComment>;
  Comment: ExternalComment;
  ReplyRequest: ReplyRequest;
  MarkCommentRequest: MarkCommentRequest;
  Event: PublicEvent;
  EventPage: EventsView;
  Webhook: WebhookView;
  Webhooks: readonly WebhookView[];
  CreatedWebhook: CreatedWebhookView;
  CreateWebhookRequest: CreateWebhookRequest;
  ChangeWebhookRequest: ChangeWebhookRequest;
  RotatedSecret: RotatedSecretView;
  WebhookTest: WebhookTestView;
  Delivery: DeliveryView;
  DeliveryPage: ExternalPage<DeliveryView>;
  ReplayRequest: ReplayRequest;
  Replay: ReplayView;
  Problem: ExternalProblem;
}>;
export type TypeName = keyof DocumentTypes;
