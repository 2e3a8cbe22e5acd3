/** "2 posts need you". */
export const postsNeedYou = (count: number): string =>
  count === 1 ? '1 post needs you' : `${String(count)} posts need you`;
