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

/** Fakes the lists, counts and single posts, in pages. `asked` gets the parameters of each request. */
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
      .sort(inListOrder);
    const after = Number(query.get('after') ?? 0);
    const limit = Number(query.get('limit'));
    const next = after + limit < list.length ? { [POSTS_PAGE.cursorHeader]: String(after + limit) } : {};
    return { reply: list.slice(after, after + limit).map(briefly), headers: next };
  });
  answer(getPost, (_nothing, { id }) => posts().find((post) => post.id === Number(id)) ?? missing());
  // Comes after the call before, because its path also matches that of a post.
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

/** A post as in lists: without the values of single accounts. */
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
