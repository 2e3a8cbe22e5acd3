import { AUTO_REPLY_REASONS } from '@posthorn/contracts/inbox/auto-reply-reasons';

/** Why the model's reply is not sent automatically, by the code of the server. The server sends the same sentence in English with the code. */
export const AUTOMATIC_SENTENCES = AUTO_REPLY_REASONS;
