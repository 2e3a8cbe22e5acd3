import type { Exchange } from '../http/exchange.ts';
import type { AuthorizationServer } from '../oauth/authorization-server.ts';
import type { FaultPlan } from '../faults/fault-plan.ts';
import type { BlobStore } from '../state/blob-store.ts';
import type { CallCounts } from '../state/call-counts.ts';
import type { Journal } from '../state/journal.ts';
import type { PostCounters } from '../state/post-counters.ts';
import type { Settings } from '../state/settings.ts';
import type { Subscriptions } from '../webhooks/subscriptions.ts';

/** What the sandbox gives to every platform. */
export type SandboxContext = Readonly<{
  now: () => number;
  journal: Journal;
  blobs: BlobStore;
  faults: FaultPlan;
  calls: CallCounts;
  settings: () => Settings;
  /** The metrics of posts that the control API set. */
  counters: PostCounters;
  /** Lists do not yet contain items after this time (`visibilityDelaySeconds`). In milliseconds, like `now`. */
  visibleIfCreatedBefore: () => number;
  /** The URL of the sandbox's pages, without a slash at the end. */
  publicUrl: () => string;
  /** The URL of the product, without a slash at the end. */
  appUrl: () => string;
  /** The accounts for which the product has subscribed to webhooks. */
  subscriptions: Subscriptions;
  /** The key that signs tokens. It survives restarts and resets, so accounts stay connected. */
  secret: string;
}>;

/** One file of a received post. `sha256` identifies the bytes. */
export type PostedMedia = Readonly<{ type: string; bytes: number; sha256: string; alt: string }>;

/** The link card that a post included. `sha256` in `picture` identifies the bytes of the picture. */
export type PostedCard = Readonly<{
  url: string;
  title: string;
  description: string;
  picture: Omit<PostedMedia, 'alt'> | null;
}>;

/** A post as the control API and the pages show it. */
export type ReceivedPost = Readonly<{
  platform: string;
  /** The account name that people see on the platform. */
  account: string;
  /** The account's id in the API; absent where the platform sends no webhooks for comments. */
  accountId?: string;
  remoteId: string;
  text: string;
  media: readonly PostedMedia[];
  /** Absent where the platform builds cards itself, and where the post included none. */
  card?: PostedCard;
  /** The position of the cover in the video, in milliseconds; absent where the post did not set it. */
  coverAt?: number;
  /** The picture that was set as the video's cover after publishing. */
  cover?: Omit<PostedMedia, 'alt'>;
  /** ISO. */
  receivedAt: string;
  /** The path of the post’s page in the sandbox. */
  page: string;
  comments: readonly Readonly<{ author: string; text: string; receivedAt: string }>[];
}>;

/** A comment that the control API adds. */
export type RequestedComment = Readonly<{
  /** The id of the post. */
  remoteId: string;
  author: string;
  text: string;
  /** The comment that this comment replies to; null: it replies to the post. */
  parentId: string | null;
  /** Whether a program wrote the comment, where the platform shows this. */
  bot: boolean;
  /** Only the thread shows this comment: no notification, list of new comments, count or webhook includes it. */
  unannounced: boolean;
}>;

/** A reply that an account wrote under a post, through the product or by hand. */
export type ReceivedReply = Readonly<{
  platform: string;
  /** The author's name that people see on the platform. */
  author: string;
  remoteId: string;
  /** The id of the comment or of the post that is answered. */
  parentId: string;
  text: string;
  /** ISO. */
  receivedAt: string;
}>;

/** A valid token of a program for an account. */
export type LiveToken = Readonly<{
  /** The application in `/oauth/{app}`; the platform's name where a program needs no application. */
  app: string;
  account: string;
  kind: 'access' | 'refresh' | 'login';
  /** ISO; null for a token without an expiry. */
  endsAt: string | null;
}>;

/** The sandbox's version of one platform, in a folder of its own. */
export interface SandboxPlatform {
  readonly name: string;
  /** Set where people connect accounts by consent; absent where the platform shares another platform's application. */
  readonly authorization?: AuthorizationServer;
  /** A second application of the platform with access to more of an account. */
  readonly secondAuthorization?: AuthorizationServer;
  /** Whether a host under `.sandbox.test` belongs to this platform. */
  serves(host: string): boolean;
  /** Handles one call of the platform’s API. @throws Refusal */
  answer(exchange: Exchange): Promise<void>;
  /** The posts that the platform’s accounts received, oldest first, without comments of the control API. */
  posts(): readonly ReceivedPost[];
  /** The post whose page has this path; null: there is none. */
  postAt(path: string): ReceivedPost | null;
  /** Adds another person's comment. Null when the post, or the comment to reply to, does not exist. */
  comment(requested: RequestedComment): string | null;
  /** The replies that the platform’s accounts wrote under posts, oldest first. Absent where comments cannot be read or answered. */
  replies?(): readonly ReceivedReply[];
  /** Edits a comment that the control API added. False when the comment does not exist. */
  editComment?(id: string, text: string): boolean;
  /** Deletes a comment in its author's name. False when the comment does not exist. */
  deleteComment?(id: string): boolean;
  /** Whether the comment is hidden; null when the comment does not exist. */
  isHidden?(id: string): boolean | null;
  /** Whether a fault can be limited to calls with this name; absent where faults affect only the final call. */
  isCall?(name: string): boolean;
  /** Logins that are still valid, where the platform has other logins than tokens of applications. */
  logins?(): readonly LiveToken[];
  /** Deletes state that is not in the journal. */
  reset(): void;
}
