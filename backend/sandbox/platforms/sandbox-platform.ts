import type { Exchange } from '../http/exchange.ts';
import type { AuthorizationServer } from '../oauth/authorization-server.ts';
import type { FaultPlan } from '../faults/fault-plan.ts';
import type { BlobStore } from '../state/blob-store.ts';
import type { CallCounts } from '../state/call-counts.ts';
import type { Journal } from '../state/journal.ts';
import type { PostCounters } from '../state/post-counters.ts';
import type { Settings } from '../state/settings.ts';
import type { Subscriptions } from '../webhooks/subscriptions.ts';

/** What every platform stands on. */
export type SandboxContext = Readonly<{
  now: () => number;
  journal: Journal;
  blobs: BlobStore;
  faults: FaultPlan;
  calls: CallCounts;
  settings: () => Settings;
  /** Figures of posts, by what the control API said of them. */
  counters: PostCounters;
  /** What was made later than this is in no list yet (`visibilityDelaySeconds`). Milliseconds, as `now`. */
  shownUntil: () => number;
  /** Where the pages are, without a slash at the end. */
  publicUrl: () => string;
  /** Where the product is, without a slash at the end. */
  appUrl: () => string;
  /** Which accounts the product has subscribed to be told of. */
  subscriptions: Subscriptions;
  /** Signs tokens; the same over restarts and resets, so that accounts stay connected. */
  secret: string;
}>;

/** One file of a received post. `sha256` finds the bytes. */
export type PostedMedia = Readonly<{ type: string; bytes: number; sha256: string; alt: string }>;

/** The card of a link, as a post brought it. `sha256`: of its picture. */
export type PostedCard = Readonly<{
  url: string;
  title: string;
  description: string;
  picture: Omit<PostedMedia, 'alt'> | null;
}>;

/** A post as the control API and the pages show it. */
export type ReceivedPost = Readonly<{
  platform: string;
  /** As people know it there. */
  account: string;
  /** As programs name it; left out where the platform tells nobody of comments by itself. */
  accountId?: string;
  remoteId: string;
  text: string;
  media: readonly PostedMedia[];
  /** Left out where the platform makes cards by itself, and where a post brought none. */
  card?: PostedCard;
  /** Which moment of the video is its cover, in milliseconds; left out where the post did not say. */
  coverAt?: number;
  /** The picture that was given to the video as its cover after it was out. */
  cover?: Omit<PostedMedia, 'alt'>;
  /** ISO. */
  receivedAt: string;
  /** Path of its page. */
  page: string;
  comments: readonly Readonly<{ author: string; text: string; receivedAt: string }>[];
}>;

/** A comment that the control API asks for. */
export type OrderedComment = Readonly<{
  /** Of the post. */
  remoteId: string;
  author: string;
  text: string;
  /** The comment that it answers; null: the post itself. */
  parentId: string | null;
  /** By a program, where the platform tells. */
  bot: boolean;
  /** Only the thread shows it: no notification, no listing, no count and no webhook tells of it. */
  unannounced: boolean;
}>;

/** What an account wrote under a post, by the product or by hand. */
export type ReceivedReply = Readonly<{
  platform: string;
  /** As people know it there. */
  author: string;
  remoteId: string;
  /** What it answers: a comment, or the post. */
  parentId: string;
  text: string;
  /** ISO. */
  receivedAt: string;
}>;

/** What an account opens to a program that it let in. */
export type LiveToken = Readonly<{
  /** Of the application, as in `/oauth/{app}`; of the platform where people let programs in without one. */
  app: string;
  account: string;
  kind: 'access' | 'refresh' | 'login';
  /** ISO; null for what ends by itself at no set time. */
  endsAt: string | null;
}>;

/** A platform's stand-in: one folder each. */
export interface SandboxPlatform {
  readonly name: string;
  /** Where accounts are connected by consent; a platform that shares another's application has none of its own. */
  readonly authorization?: AuthorizationServer;
  /** That of a second application of the platform, which opens more of an account. */
  readonly secondAuthorization?: AuthorizationServer;
  /** Whether a host under `.sandbox.test` is this platform's. */
  serves(host: string): boolean;
  /** Answers one call of its API. @throws Refusal */
  answer(exchange: Exchange): Promise<void>;
  /** What its accounts received, oldest first; comments made through the control API are no posts. */
  posts(): readonly ReceivedPost[];
  /** The post that a page's path names, or null. */
  postAt(path: string): ReceivedPost | null;
  /** Adds a comment by somebody else. Null when there is no such post, or no such comment that it answers. */
  comment(order: OrderedComment): string | null;
  /** What its accounts wrote under posts, oldest first; absent where nothing can be read or answered. */
  replies?(): readonly ReceivedReply[];
  /** Changes a comment that was made through the control API. False when there is no such comment. */
  editComment?(id: string, text: string): boolean;
  /** Its author deletes it. False when there is no such comment. */
  deleteComment?(id: string): boolean;
  /** Whether it is hidden there; null when there is no such comment. */
  isHidden?(id: string): boolean | null;
  /** Whether a fault can name this call, besides the final one; absent where none can be named. */
  isCall?(name: string): boolean;
  /** Logins that still open an account, where there are others than tokens of its applications. */
  logins?(): readonly LiveToken[];
  /** Forgets what is kept outside the journal. */
  reset(): void;
}
