import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { CommentConnector, KnownComment, RemoteComment } from '../../contract/comments.ts';
import type { AsAccount } from '../../kit/as-account.ts';
import type { GraphClient } from '../client/graph-client.ts';
import type { PageCredentials } from '../tokens/page-token.ts';

/** An account that is ready for calls: its token, and the client for its API. */
export type OpenedAccount = Readonly<{ graph: GraphClient; account: PageCredentials }>;
export type PostOf = Pick<KnownComment, 'postRemoteId' | 'permalink'>;

/** What differs between the two platforms on the Graph API (Facebook and Instagram) for comments. */
export type CommentDialect = Readonly<{
  open: AsAccount<OpenedAccount>;
  /** The permission for reading comments. Its name depends on how the account was connected. */
  readingScope(credentials: JsonObject): string;
  /** The list of own posts, newest first. */
  posts: Readonly<{
    edge: string;
    /** Includes the number of comments. */
    fields: string;
    /** The fields that `idsIn` reads. Reading these fields needs no permission for comments. */
    idFields: string;
    /** The ids that the platform may use for the post. Compare them with `idOf` of the stored id. */
    idsIn(post: JsonValue): readonly string[];
    /** Turns the stored id of a post into the form that `idsIn` returns. */
    idOf(remoteId: string): string;
    countIn(post: JsonValue): number | null;
    /** Milliseconds. */
    madeAt(post: JsonValue): number;
  }>;
  /** Fields of a comment. */
  fields: string;
  /** The comments of a post, with their replies. */
  thread: Readonly<{
    fields: string;
    /** The query parameters in addition to `fields` and `limit`. */
    parameters: Readonly<Record<string, string>>;
    limit: number;
    /** Returns a comment of the list together with all its replies. @throws GraphError, TokenRefused, OutgoingError, BreakerOpen */
    flat(opened: OpenedAccount, item: JsonValue, signal: AbortSignal): Promise<readonly JsonValue[]>;
  }>;
  /** Null: the comment cannot be read. */
  commentIn(item: JsonValue, post: PostOf, ownerId: string): RemoteComment | null;
  /** Replies to a comment. */
  answers: Readonly<{
    /** The edge where replies are written and listed. */
    edge: string;
    /** The query parameters of the list in addition to `fields` and `limit`. */
    parameters: Readonly<Record<string, string>>;
    /** The id of the comment to which the request attaches a new reply. */
    writtenTo(comment: KnownComment): string;
    /** Replies can have replies. The platform decides under which comment of the thread such a reply appears. */
    isDeep: boolean;
    /** Whether a hidden comment and its replies can be answered. */
    takesRepliesToHidden: boolean;
  }>;
  /** The name of the field that hides a comment. */
  hideField: string;
  replyLength: CommentConnector['replyLength'];
  /** The URL of a new reply; null if the platform returns no URL. */
  permalinkOf(
    opened: OpenedAccount,
    id: string,
    comment: KnownComment,
    signal: AbortSignal,
  ): Promise<string | null>;
}>;
