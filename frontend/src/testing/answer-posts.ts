import { searchWords } from '@posthorn/contracts/scheduling/post-search';
import {
  countPosts,
  getPost,
  listPosts,
  POSTS_PAGE,
  type PostView,
} from '@posthorn/contracts/scheduling/posts.http';
import { byPlace, isListed, type ListFilter } from '#features/scheduling/model/post-filter.ts';
import { answer, answerWithHeaders, missing } from './fake-server.ts';

/** Lists, counts and single posts of the server, page by page; `asked` is told the parameters of each page. */
export function answerPosts(
  posts: () => readonly PostView[],
  asked: (query: URLSearchParams) => void = () => undefined,
): void {
  answerWithHeaders(listPosts, (query) => {
    asked(query);
    const filter = (query.get('status') ?? 'all') as ListFilter;
    const words = searchWords(query.get('q') ?? '');
    const list = posts()
      .filter((post) => isListed(post, filter, words))
      .sort(byPlace);
    const after = Number(query.get('after') ?? 0);
    const limit = Number(query.get('limit'));
    const next = after + limit < list.length ? { [POSTS_PAGE.cursorHeader]: String(after + limit) } : {};
    return { reply: list.slice(after, after + limit).map(briefly), headers: next };
  });
  answer(getPost, (_nothing, { id }) => posts().find((post) => post.id === Number(id)) ?? missing());
  // After the one before: its address fits that of a post as well.
  answer(countPosts, () => {
    const of = (filter: ListFilter) => posts().filter((post) => isListed(post, filter, [])).length;
    return {
      all: of('all'),
      scheduled: of('scheduled'),
      posted: of('posted'),
      failed: of('failed'),
      attention: of('attention'),
    };
  });
}

/** As lists have it: without what single accounts get of their own. */
function briefly(post: PostView): PostView {
  const isBrief = post.targets.some(
    ({ content, options, mediaUrls }) =>
      content !== null || mediaUrls !== null || Object.keys(options).length > 0,
  );
  const none = { content: null, options: {}, mediaUrls: null };
  return isBrief
    ? { ...post, brief: true, targets: post.targets.map((target) => ({ ...target, ...none })) }
    : post;
}
