import type { AccountAccess } from '../contract/account-access.ts';

/** Whether a page is sorted newest first, so that later pages hold older posts. `times`: milliseconds, in the order of the page. */
export const isNewestFirst = (times: readonly number[]): boolean => !((times[0] ?? 0) < (times.at(-1) ?? 0));

/** Posts that a look-up found. `brokeOff`: the error that ended the reading early, so posts may be missing; null: it read all. */
export type OwnPostSearch<Post> = Readonly<{ found: readonly Post[]; brokeOff: Error | null }>;

/** Reads pages. @returns the error that ended the reading early, for `brokeOff`; null: it read all */
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
 * The first post that no other publication has; null: there is none.
 * @throws the error that ended the reading early, unless a post was found before. After it the outcome is unknown.
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
