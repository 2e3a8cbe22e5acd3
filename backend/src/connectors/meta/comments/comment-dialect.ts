import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { CommentConnector, KnownComment, RemoteComment } from '../../contract/comments.ts';
import type { AsAccount } from '../../kit/as-account.ts';
import type { GraphClient } from '../client/graph-client.ts';
import type { PageCredentials } from '../tokens/page-token.ts';

/** An account that is open: its token, and the graph that takes it. */
export type OpenedAccount = Readonly<{ graph: GraphClient; account: PageCredentials }>;
export type PostOf = Pick<KnownComment, 'postRemoteId' | 'permalink'>;

/** How one of the two platforms on the Graph API words its comments. */
export type CommentDialect = Readonly<{
  open: AsAccount<OpenedAccount>;
  /** The permission that reading takes; ways to an account have names of their own for it. */
  readingScope(credentials: JsonObject): string;
  /** The list of own posts, newest first. */
  posts: Readonly<{
    edge: string;
    /** With the number of comments. */
    fields: string;
    /** What `idsIn` reads, which takes no permission to read comments. */
    idFields: string;
    /** What the platform may call the post by, as `idOf` writes those that we know. */
    idsIn(post: JsonValue): readonly string[];
    idOf(remoteId: string): string;
    countIn(post: JsonValue): number | null;
    /** Milliseconds. */
    madeAt(post: JsonValue): number;
  }>;
  /** Fields of a comment. */
  fields: string;
  /** The comments of a post, with what answers them. */
  thread: Readonly<{
    fields: string;
    more: Readonly<Record<string, string>>;
    limit: number;
    /** A comment of the list and all that is below it. @throws as all calls */
    flat(opened: OpenedAccount, item: JsonValue, signal: AbortSignal): Promise<readonly JsonValue[]>;
  }>;
  /** Null: what cannot be read is none. */
  commentIn(item: JsonValue, post: PostOf, ownerId: string): RemoteComment | null;
  /** Answers to a comment. */
  answers: Readonly<{
    /** Where they are written and listed. */
    edge: string;
    more: Readonly<Record<string, string>>;
    /** The comment that is named when one is written. */
    writtenTo(comment: KnownComment): string;
    /** Answers can be answered in turn, and the platform decides below which comment of the thread an answer to one of them stands. */
    isDeep: boolean;
    /** Why a hidden comment takes none, nor those below it that are written to it, as a sentence; null: it does. */
    whyNotToHidden: string | null;
  }>;
  /** The name of the field that hides. */
  hideField: string;
  replyLength: CommentConnector['replyLength'];
  /** The address of a reply that was made a moment ago; null where the platform does not say. */
  permalinkOf(
    opened: OpenedAccount,
    id: string,
    comment: KnownComment,
    signal: AbortSignal,
  ): Promise<string | null>;
}>;
