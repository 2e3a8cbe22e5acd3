import { searchWords } from '@posthorn/contracts/scheduling/post-search';
import {
  countPosts,
  getPost,
  listPosts,
  POSTS_PAGE,
  type PostView,
} from '@posthorn/contracts/scheduling/posts.http';
import { inListOrder, isListed, type ListFilter } from '#features/scheduling/model/post-filter.ts';
import { answer, answerWithHeaders, missing } from './fake-server.ts';

/** Fakes single posts, the counts and the pages of lists. `onRequest` receives the parameters of each request for a page. */
export function answerPosts(
  posts: () => readonly PostView[],
  onRequest: (query: URLSearchParams) => void = () => undefined,
): void {
  answerWithHeaders(listPosts, (query) => {
    onRequest(query);
    const filter = (query.get('status') ?? 'all') as ListFilter;
    const words = searchWords(query.get('q') ?? '');
    const list = posts()
      .filter((post) => isListed(post, filter, words))
      .sort(inListOrder);
    const after = Number(query.get('after') ?? 0);
    const limit = Number(query.get('limit'));
    const next = after + limit < list.length ? { [POSTS_PAGE.cursorHeader]: String(after + limit) } : {};
    return { reply: list.slice(after, after + limit).map(briefOf), headers: next };
  });
  answer(getPost, (_nothing, { id }) => posts().find((post) => post.id === Number(id)) ?? missing());
  // This handler must be added after `getPost`, because the path of `getPost` also matches this request.
  answer(countPosts, () => {
    const countOf = (filter: ListFilter) => posts().filter((post) => isListed(post, filter, [])).length;
    return {
      all: countOf('all'),
      scheduled: countOf('scheduled'),
      posted: countOf('posted'),
      failed: countOf('failed'),
      attention: countOf('attention'),
    };
  });
}

/** Returns the post as lists contain it, without the values of single accounts. */
function briefOf(post: PostView): PostView {
  const isBrief = post.targets.some(
    ({ content, options, mediaUrls }) =>
      content !== null || mediaUrls !== null || Object.keys(options).length > 0,
  );
  const none = { content: null, options: {}, mediaUrls: null };
  return isBrief
    ? { ...post, brief: true, targets: post.targets.map((target) => ({ ...target, ...none })) }
    : post;
}
