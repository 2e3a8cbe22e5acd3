import type { CommentConnector, RemoteComment, WatchedPost } from '../../contract/comments.ts';
import type { Connector } from '../../contract/connector.ts';
import { ConformanceWorld, type WrittenComment } from './conformance-world.ts';
import { InboxReader, Replier } from './inbox-reader.ts';
import { connected, published as publishedBy, type PostingSubject } from './published-post.ts';

/** Its post is the one that is commented on. */
export type CommentSubject = PostingSubject &
  Readonly<{
    /** What a comment must say so that the account may answer it through the interface; `name` is the account's. */
    answerable?: (text: string, name: string) => string;
    /** Comments can be changed by their authors. Default: true. */
    edits?: boolean;
    /** The platform tells of an edit when it came. Default: false. */
    datesEdits?: boolean;
    /** Comments can answer comments. Default: true. */
    nests?: boolean;
    /** What answers a comment can be answered in turn. Default: true. */
    deep?: boolean;
    /** It tells which authors are programs. Default: false. */
    tellsBots?: boolean;
    /** One comment can be asked for. Default: true. */
    tellsOne?: boolean;
    /** A reply to a comment that is gone is refused before anything is sent, or by the call. Default: true. */
    refusesGone?: boolean;
    /** After a lost answer nobody can be asked: a person decides. */
    blind?: boolean;
    /** What a refused reply looks like although it was made: the platform's own answer, where it is another than the sandbox's. */
    refusedAfterAll?: Readonly<{ status: number; body: unknown }>;
    /** The reply as the platform shows it, when it is not the text that was sent; `author` is the comment's. */
    shown?: (text: string, author: string) => string;
  }>;

const STRANGER = 'Ben';
export const within = () => AbortSignal.timeout(20_000);

export type CommentStage = ReturnType<typeof commentStage>;

/** What the cases for comments share: an account, its post, who writes under it, and who reads and answers. */
export function commentStage(subject: CommentSubject) {
  const { platform } = subject;
  const world = new ConformanceWorld(subject.app);
  let connector: Connector;
  let number = 0;
  /** A person of their own for each case: nobody's tokens, faults or budgets reach into another. */
  let account = '';

  const comments = (): CommentConnector => {
    if (!connector.comments) throw new Error(`The connector of ${platform} has no comments.`);
    return connector.comments;
  };

  /** An account with a published post, and what reads and answers under it. */
  const published = async () => {
    const remote = await connected(world, subject, account);
    const made = await publishedBy(world, connector, subject, remote, `A post of ${account}`);
    const { access } = made;
    const post: WatchedPost = { ...made.post, count: null };
    const reader = new InboxReader(comments, access, world.clock);
    return { remote, post, access, reader };
  };
  const tokensOf = () => subject.secondGrant ?? world.connection(platform).name;
  /** A second grant that is over asks for no new login of the account. */
  const closed = subject.secondGrant ? 'permission-missing' : 'reconnect';
  type Published = Awaited<ReturnType<typeof published>>;

  const comment = ({ post }: Published, text: string, more: Partial<WrittenComment> = {}): Promise<string> =>
    world.comment(platform, { remoteId: post.remoteId, author: STRANGER, text, ...more });
  const answerable = ({ remote }: Published, text: string): string =>
    subject.answerable?.(text, remote.accountName) ?? text;
  const only = <Item>(items: readonly Item[] | null): Item => {
    const [first, ...rest] = items ?? [];
    if (first === undefined || rest.length > 0) throw new Error(`Not one, but ${JSON.stringify(items)}`);
    return first;
  };
  /** The one that was read of what was written with these words. */
  const saying = (found: readonly RemoteComment[] | null, words: string): RemoteComment =>
    only((found ?? []).filter(({ text }) => text.includes(words)));
  const replierTo = (place: Published, found: RemoteComment, text = `Thanks from ${account}`): Replier =>
    new Replier(comments, place.access, world.clock, found, text);
  const received = async ({ reply }: Replier) => {
    const { text, comment: answered } = reply;
    const shown = subject.shown?.(text, answered.author.handle) ?? text;
    return (await world.replies(platform)).filter((each) => each.text === shown);
  };
  /** A post with one comment that can be answered. */
  const commented = async () => {
    const place = await published();
    const id = await comment(place, answerable(place, `Nice, ${account}!`));
    const found = saying(await place.reader.all(place.post), `Nice, ${account}!`);
    return { ...place, id, found };
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
    /** To be called before each case. */
    next: () => {
      account = `reader${String(++number)}`;
    },
    account: () => account,
    connector: () => connector,
  };
}
