/** In a separate file, because every first load contains the loading text. */
export const LOADING_COMMENTS = 'Loading your comments…';

/** Follows the name of the entry: "Inbox, 3 new". */
export const INBOX_NEW = (count: number): string => `, ${String(count)} new`;

/** The words of the screen before the server's own reason. */
export const COMMENTS_FAILED = (status: number): string => `Failed to fetch comments: ${String(status)}`;
