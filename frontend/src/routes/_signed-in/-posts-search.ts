import { POST_FILTERS, type PostFilter } from '#features/scheduling/post-filter.ts';

/** What the address of the posts screen keeps: so a filter can be shared and Back closes a dialog. */
export type PostsSearch = { filter?: PostFilter; compose?: true; edit?: number };

export function readPostsSearch(search: Readonly<Record<string, unknown>>): PostsSearch {
  const filter = POST_FILTERS.find((known) => known === search['filter']);
  const edit = Number(search['edit']);
  return {
    ...(filter && filter !== 'all' && { filter }),
    ...(search['compose'] === true && { compose: true }),
    ...(Number.isSafeInteger(edit) && edit > 0 && { edit }),
  };
}
