/** What a click is counted under, where the link is no own one. Own ids are 12 characters without a word before them. */
export const ofAccount = (accountId: number): string => `account-${String(accountId)}`;
export const ofPost = (postId: number): string => `post-${String(postId)}`;
