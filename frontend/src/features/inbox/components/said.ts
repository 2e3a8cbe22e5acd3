import { saying } from '#lib/saying.tsx';

const sentences = async () => (await import('../messages/said.en.ts')).INBOX_SENTENCES;

/** Explains why a reply waits, failed or is in doubt, or why a comment is not hidden, shown or removed. */
export const ReplyProblemSaid = saying(async () => (await sentences()).problem);
/** Explains why the user cannot reply to a comment in Posthorn. */
export const WhyNoReplySaid = saying(async () => (await sentences()).whyNoReply);
/** Explains why Posthorn does not read the comments of an account. */
export const WhyNotReadSaid = saying(async () => (await sentences()).whyNotRead);
/** Explains why a reply of the AI model is not sent automatically. */
export const AutomaticSaid = saying(
  async () => (await import('../messages/automatic.en.ts')).AUTOMATIC_SENTENCES,
);
