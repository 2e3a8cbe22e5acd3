import {
  COMMENTS_PAGE,
  getComment,
  listComments,
  summarizeInbox,
  type CommentGroup,
  type CommentView,
  type SourceView,
} from '@posthorn/contracts/inbox/comments.http';
import { filterOf, isCounted, isListed, isReplied } from '#features/inbox/model/inbox-filter.ts';
import { answer, answerWithHeaders, missing } from './fake-server.ts';

/** A comment as the server sends it. A spec sets only the fields that it tests. */
export const aComment = (overrides: Partial<CommentView> = {}): CommentView => ({
  id: 1,
  postId: 1,
  platform: 'bluesky',
  accountId: 7,
  accountName: 'ana.bsky.social',
  commenterUsername: 'ben.bsky.social',
  commenterName: 'Ben',
  commentText: 'Where was this taken?',
  status: 'new',
  replyText: null,
  sentiment: 'neutral',
  createdAt: '2026-11-20T10:00:00.000Z',
  permalink: 'https://bsky.app/profile/ben/post/1',
  group: { key: 'post-1-7', title: 'Hello from the harbour' },
  isReply: false,
  edited: false,
  gone: false,
  hidden: false,
  moderation: null,
  blocked: false,
  reply: null,
  autoReplyAt: null,
  can: { reply: 'send', hide: 'platform', remove: false },
  whyNot: null,
  whyNotCode: null,
  openUrl: null,
  ...overrides,
});

/** Fakes the lists and summaries of the inbox. `onRequest` receives the parameters of each request. */
export function answerInbox(
  comments: () => readonly CommentView[],
  {
    onRequest = () => undefined,
    beforeResponse = () => Promise.resolve(),
    sources = [],
    step = () => 'Received.',
  }: {
    onRequest?: (query: URLSearchParams) => void;
    /** Delays the response with a single comment. The response contains the comment's state at the time of the request. */
    beforeResponse?: () => Promise<void>;
    sources?: readonly SourceView[];
    /** The only step in the history of a comment. */
    step?: (comment: CommentView) => string;
  } = {},
): void {
  const matchingComments = (query: URLSearchParams) => {
    const filter = filterOf(Object.fromEntries(query));
    const words = filter.q.toLowerCase().split(/\s+/u);
    return comments()
      .filter((comment) => isListed(comment, filter))
      .filter(({ group }) => !query.has('group') || group.key === query.get('group'))
      .filter(({ commentText, commenterUsername, commenterName }) => {
        const text = `${commentText} ${commenterUsername} ${commenterName ?? ''}`.toLowerCase();
        return words.every((word) => text.includes(word));
      })
      .sort((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt) || other.id - one.id);
  };
  answer(getComment, async (_nothing, { id }) => {
    const comment = comments().find((one) => one.id === Number(id)) ?? missing();
    await beforeResponse();
    const received = {
      id: 'e-1',
      type: 'CommentReceived',
      at: '2026-11-20T10:00:00.000Z',
      summary: step(comment),
      said: [],
    };
    const actor = {
      kind: 'system',
      id: 'read-comments',
      name: 'Das System',
      said: { code: 'system' },
    } as const;
    return { ...comment, history: [{ ...received, actor, data: {} }] };
  });
  // This handler must be added after `getComment`, because the path of `getComment` also matches this request.
  answerWithHeaders(listComments, (query) => {
    onRequest(query);
    const list = matchingComments(query);
    const after = Number(query.get('after') ?? 0);
    const end = after + Number(query.get('limit') ?? COMMENTS_PAGE.limit);
    const next = end < list.length ? { [COMMENTS_PAGE.cursorHeader]: String(end) } : {};
    return { reply: list.slice(after, end), headers: next };
  });
  answer(summarizeInbox, (_nothing, _params, query) => {
    const counted = comments().filter(({ hidden, blocked }) => hidden === false && !blocked);
    return {
      counts: {
        new: counted.filter(({ status }) => status === 'new').length,
        replied: counted.filter(isReplied).length,
        total: counted.length,
      },
      groups: groupsOf(
        matchingComments(query).filter((one) => isCounted(one, filterOf(Object.fromEntries(query)))),
      ),
      sources,
      asOf: '2026-11-20T12:00:00.000Z',
    };
  });
}

function groupsOf(comments: readonly CommentView[]): CommentGroup[] {
  const keys = [...new Set(comments.map(({ group }) => group.key))];
  return keys.flatMap((key) => {
    const own = comments.filter(({ group }) => group.key === key);
    const [latest] = own;
    if (!latest) return [];
    const { postId, platform, group, createdAt } = latest;
    const fresh = own.filter(({ status, hidden }) => status === 'new' && hidden === false).length;
    return [{ ...group, postId, platform, total: own.length, new: fresh, latestAt: createdAt }];
  });
}
