import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { CommentConnector, KnownComment, RemoteComment } from '../../contract/comments.ts';
import type { AsAccount } from '../../kit/as-account.ts';
import type { GraphClient } from '../client/graph-client.ts';
import type { PageCredentials } from '../tokens/page-token.ts';

/** An opened account: its token, and the client for its graph. */
export type OpenedAccount = Readonly<{ graph: GraphClient; account: PageCredentials }>;
export type PostOf = Pick<KnownComment, 'postRemoteId' | 'permalink'>;

/** The names that one of the two platforms on the Graph API uses for comments. */
export type CommentDialect = Readonly<{
  open: AsAccount<OpenedAccount>;
  /** The permission for reading comments; its name depends on how the account was connected. */
  readingScope(credentials: JsonObject): string;
  /** The list of own posts, newest first. */
  posts: Readonly<{
    edge: string;
    /** Includes the number of comments. */
    fields: string;
    /** The fields that `idsIn` reads. They need no permission to read comments. */
    idFields: string;
    /** The ids that the platform may use for the post, in the form of `idOf`. */
    idsIn(post: JsonValue): readonly string[];
    idOf(remoteId: string): string;
    countIn(post: JsonValue): number | null;
    /** Milliseconds. */
    madeAt(post: JsonValue): number;
  }>;
  /** Fields of a comment. */
  fields: string;
  /** The comments of a post, with their answers. */
  thread: Readonly<{
    fields: string;
    more: Readonly<Record<string, string>>;
    limit: number;
    /** A comment of the list with all comments below it. @throws as all calls */
    flat(opened: OpenedAccount, item: JsonValue, signal: AbortSignal): Promise<readonly JsonValue[]>;
  }>;
  /** Null: the comment cannot be read. */
  commentIn(item: JsonValue, post: PostOf, ownerId: string): RemoteComment | null;
  /** Answers to a comment. */
  answers: Readonly<{
    /** The edge where answers are written and listed. */
    edge: string;
    more: Readonly<Record<string, string>>;
    /** The comment that the request for a new answer names. */
    writtenTo(comment: KnownComment): string;
    /** Answers can have answers, and the platform decides under which comment of the thread such an answer appears. */
    isDeep: boolean;
    /** The reason why a hidden comment, and comments below it, cannot be answered, as a sentence; null: they can. */
    whyNotToHidden: string | null;
  }>;
  /** The name of the field that hides a comment. */
  hideField: string;
  replyLength: CommentConnector['replyLength'];
  /** The address of a new reply; null where the platform does not return one. */
  permalinkOf(
    opened: OpenedAccount,
    id: string,
    comment: KnownComment,
    signal: AbortSignal,
  ): Promise<string | null>;
}>;
