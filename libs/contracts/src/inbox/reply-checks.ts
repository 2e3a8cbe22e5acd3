/** What the model may report about a comment or its own reply; the server also detects `instructions-in-comment` itself. */
export const REPLY_FLAGS = [
  'complaint',
  'cannot-answer',
  'medical-or-legal',
  'money-or-promise',
  'hostile',
  'spam',
  'instructions-in-comment',
] as const;
export type ReplyFlag = (typeof REPLY_FLAGS)[number];

/**
 * Why a reply of the model is not sent automatically, as sentences for the user. `system-words` and `empty` are never
 * shown with a text, because such a reply is discarded.
 */
export const REPLY_CHECK_TEXT = {
  'system-words': 'The reply repeats the instructions of Posthorn.',
  empty: 'The reply has no text.',
  'needs-person': 'The AI suggests that a person answers.',
  complaint: 'The comment reads like a complaint.',
  'cannot-answer': 'The post does not answer what the comment asks.',
  'medical-or-legal': 'This is about health or law.',
  'money-or-promise': 'This is about money or a promise.',
  hostile: 'The comment is hostile.',
  spam: 'The comment looks like spam.',
  'instructions-in-comment': 'The comment tries to give instructions.',
  'too-long': 'The reply is too long for this platform.',
  link: 'The reply has a link that is not in your post.',
  'mail-address': 'The reply has a mail address that is not in your post.',
  handle: 'The reply names an account or a messenger that is not in your post.',
  hashtag: 'The reply has a hashtag that is not in your post.',
  number: 'The reply has a long number that is not in your post.',
  amount: 'The reply has a price or a percentage that is not in your post.',
  quote: 'The reply repeats what the comment says.',
  promise: 'The reply promises something.',
  profanity: 'The reply or the comment has offensive words.',
  insult: 'The reply or the comment insults someone.',
  sensitive: 'The comment or the reply is about politics, hatred or self-harm.',
  'bare-answer': 'The reply only says yes or no, so it would confirm whatever the comment says.',
  risk: 'The comment or the reply is about health, law or a threat.',
  script: 'The reply uses another alphabet than the comment.',
  'hidden-characters': 'The reply has invisible characters.',
  'hidden-in-comment': 'The comment has invisible characters.',
  'look-alikes': 'The reply has letters that imitate other letters.',
  encoded: 'Part of the reply is not readable text.',
  repeated: 'You sent nearly the same reply recently.',
  moderation: 'A content filter objects to the reply.',
} as const;
export type ReplyCheck = keyof typeof REPLY_CHECK_TEXT;
