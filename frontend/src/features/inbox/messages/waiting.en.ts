/** Apart from the other texts of the inbox: what is shown while a screen is on its way is part of every first load. */
export const LOADING_COMMENTS = 'Loading your comments…';

/** Behind the name of the entry: "Inbox, 3 new". */
export const INBOX_NEW = (count: number): string => `, ${String(count)} new`;
