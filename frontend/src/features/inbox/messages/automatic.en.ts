import { AUTO_REPLY_REASONS } from '@posthorn/contracts/inbox/auto-reply-reasons';

/** Why the model's reply is not sent automatically, by the code of the server. The server says the same in English. */
export const AUTOMATIC_SENTENCES = AUTO_REPLY_REASONS;
