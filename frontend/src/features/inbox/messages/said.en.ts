import { REPLY_PROBLEMS } from '@posthorn/contracts/inbox/reply-problems';
import { WHY_NOT_READ, WHY_NO_REPLY } from '@posthorn/contracts/inbox/why-texts';

/** What the server says about comments, replies and accounts, by its code. The server sends the same sentence in English with the code. */
export const INBOX_SENTENCES = {
  problem: REPLY_PROBLEMS,
  whyNoReply: WHY_NO_REPLY,
  whyNotRead: WHY_NOT_READ,
} as const;
