/** "2 posts need attention". */
export const postsNeedYou = (count: number): string =>
  count === 1 ? '1 post needs attention' : `${String(count)} posts need attention`;
