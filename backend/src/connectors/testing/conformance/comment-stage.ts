import type { CommentConnector, RemoteComment, WatchedPost } from '../../contract/comments.ts';
import type { Connector } from '../../contract/connector.ts';
import { ConformanceWorld, type WrittenComment } from './conformance-world.ts';
import { InboxReader, Replier } from './inbox-reader.ts';
import { connectAccount, publishPost, type PostingSubject } from './published-post.ts';

/** The platform under test, and how its comments differ from those of other platforms. */
export type CommentSubject = PostingSubject &
  Readonly<{
    /** Changes the text of a comment so that the API allows a reply. `name`: the name of the account. */
    answerable?: (text: string, name: string) => string;
    /** Authors can edit comments. Default: true. */
    edits?: boolean;
    /** The platform reports the time of an edit. Default: false. */
    reportsEditTimes?: boolean;
    /** Comments can reply to comments. Default: true. */
    nests?: boolean;
    /** Replies can have replies. Default: true. */
    deep?: boolean;
    /** The platform shows which authors are bots. Default: false. */
    reportsBots?: boolean;
    /** The API shows whether a single comment exists. Default: true. */
    tellsOne?: boolean;
    /** The connector or the platform refuses a reply to a deleted comment. Default: true. */
    refusesGone?: boolean;
    /** After a lost response, the API cannot show the outcome, so the user decides. */
    blind?: boolean;
    /** The platform's response when it refuses a reply that it has created, if it differs from the sandbox's response. */
    refusedAfterAll?: Readonly<{ status: number; body: unknown }>;
    /** The reply as the platform shows it, if it differs from the sent text. `author`: the author of the comment. */
    shown?: (text: string, author: string) => string;
  }>;

const STRANGER = 'Ben';
export const deadline = () => AbortSignal.timeout(20_000);

export type CommentStage = ReturnType<typeof commentStage>;

/** The setup of all cases about comments: an account with a post, and functions that write, read and answer comments. */
export function commentStage(subject: CommentSubject) {
  const { platform } = subject;
  const world = new ConformanceWorld(subject.app);
  let connector: Connector;
  let number = 0;
  /** Each case has its own user, so that tokens, faults and budgets do not affect other cases. */
  let account = '';

  const comments = (): CommentConnector => {
    if (!connector.comments) throw new Error(`The connector of ${platform} has no comments.`);
    return connector.comments;
  };

  /** An account with a published post, and a reader of its comments. */
  const published = async () => {
    const remote = await connectAccount(world, subject, account);
    const made = await publishPost(world, connector, subject, remote, `A post of ${account}`);
    const { access } = made;
    const post: WatchedPost = { ...made.post, count: null };
    const reader = new InboxReader(comments, access, world.clock);
    return { remote, post, access, reader };
  };
  const tokensOf = () => subject.secondGrant ?? world.connection(platform).name;
  /** The reason of a refusal after the tokens were revoked. A revoked second consent does not require a new login of the account. */
  const closed = subject.secondGrant ? 'permission-missing' : 'reconnect';
  type Published = Awaited<ReturnType<typeof published>>;

  /** Adds a comment of another person to the post. Returns the id of the comment. */
  const comment = ({ post }: Published, text: string, extra: Partial<WrittenComment> = {}): Promise<string> =>
    world.comment(platform, { remoteId: post.remoteId, author: STRANGER, text, ...extra });
  const answerable = ({ remote }: Published, text: string): string =>
    subject.answerable?.(text, remote.accountName) ?? text;
  /** Returns the only item. Throws if there is none or more than one. */
  const only = <Item>(items: readonly Item[] | null): Item => {
    const [first, ...rest] = items ?? [];
    if (first === undefined || rest.length > 0)
      throw new Error(`Expected exactly one item: ${JSON.stringify(items)}`);
    return first;
  };
  /** Returns the only comment that contains this text. */
  const saying = (found: readonly RemoteComment[] | null, words: string): RemoteComment =>
    only((found ?? []).filter(({ text }) => text.includes(words)));
  const replierTo = (staged: Published, found: RemoteComment, text = `Thanks from ${account}`): Replier =>
    new Replier(comments, staged.access, world.clock, found, text);
  /** The replies with the text of this replier that the platform has. */
  const received = async ({ reply }: Replier) => {
    const { text, comment: answered } = reply;
    const shown = subject.shown?.(text, answered.author.handle) ?? text;
    return (await world.replies(platform)).filter((each) => each.text === shown);
  };
  /** Publishes a post and adds one comment that can be answered. */
  const commented = async () => {
    const staged = await published();
    const id = await comment(staged, answerable(staged, `Nice, ${account}!`));
    const found = saying(await staged.reader.all(staged.post), `Nice, ${account}!`);
    return { ...staged, id, found };
  };
  return {
    subject,
    platform,
    world,
    comments,
    published,
    tokensOf,
    closed,
    comment,
    answerable,
    only,
    saying,
    replierTo,
    received,
    commented,
    open: async () => {
      await world.open();
      connector = world.connector(platform);
    },
    close: () => world.close(),
    /** Call this before each case. */
    next: () => {
      account = `reader${String(++number)}`;
    },
    account: () => account,
    connector: () => connector,
  };
}
