import { saying } from '#lib/saying.tsx';

const sentences = async () => (await import('../messages/said.en.ts')).INBOX_SENTENCES;

/** Why a reply waits, failed or is in doubt, or why a comment is not hidden, shown or removed. */
export const ReplyProblemSaid = saying(async () => (await sentences()).problem);
/** Why a comment cannot be answered here. */
export const WhyNoReplySaid = saying(async () => (await sentences()).whyNoReply);
/** Why comments of an account are not read. */
export const WhyNotReadSaid = saying(async () => (await sentences()).whyNotRead);
/** Why a reply of the model is not sent automatically. */
export const AutomaticSaid = saying(
  async () => (await import('../messages/automatic.en.ts')).AUTOMATIC_SENTENCES,
);
