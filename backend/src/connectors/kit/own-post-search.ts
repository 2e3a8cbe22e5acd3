import type { AccountAccess } from '../contract/account-access.ts';

/** Whether a page is sorted newest first, so that the next pages contain older posts. `times`: milliseconds, in the order of the page. */
export const isNewestFirst = (times: readonly number[]): boolean => !((times[0] ?? 0) < (times.at(-1) ?? 0));

/** Posts that a look-up found. `brokeOff`: the error that ended the search early, so posts may be missing; null: the search is complete. */
export type OwnPostSearch<Post> = Readonly<{ found: readonly Post[]; brokeOff: Error | null }>;

/** Reads pages. @returns the error that ended the search early, for `brokeOff`; null: the search is complete */
export async function readPages(read: () => Promise<void>): Promise<Error | null> {
  try {
    await read();
    return null;
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

/**
 * Claims and returns the first post that no other publication has claimed; null: there is no such post.
 * @throws the error in `brokeOff`, if no post could be claimed. The outcome is then unknown.
 */
export async function firstClaimed<Post>(
  access: Pick<AccountAccess, 'claim'>,
  { found, brokeOff }: OwnPostSearch<Post>,
  idOf: (post: Post) => string,
): Promise<Post | null> {
  for (const post of found) if (await access.claim(idOf(post))) return post;
  if (brokeOff) throw brokeOff;
  return null;
}
