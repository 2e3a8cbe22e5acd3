import type { AutoReplyMode } from '@posthorn/contracts/inbox/settings.http';

/** The inbox card in Settings. */
export const MODERATION_CARD = {
  title: 'Comment Moderation',
  failed: 'These settings could not be loaded.',
  again: 'Try again',
  notSaved: 'Not saved',
  notSavedHint: 'Please try again later',
  switches: {
    autoHideSpam: { title: 'Auto-hide spam', hint: 'Hides comments that look like spam.' },
    requireApproval: { title: 'Require approval', hint: 'You approve each AI reply before it is sent.' },
    filterProfanity: { title: 'Filter profanity', hint: 'Hides comments with swear words in this inbox.' },
  },
  autoReply: 'AI auto-reply',
  autoReplyHint: 'On posts where you switched it on.',
  modes: {
    off: 'Off',
    draft: 'Write drafts for me to send',
    send: 'Send if every check passes',
  } satisfies Record<AutoReplyMode, string>,
  premium: 'Available with Premium.',
  noModel: 'No AI is set up on this server.',
  blocked: 'Blocked people',
  noneBlocked: 'No one is blocked.',
  since: (when: string) => `blocked ${when}`,
  unblock: 'Unblock',
  unblockOf: (name: string) => `Unblock ${name}`,
  unblocked: 'Unblocked',
} as const;

/** The trial of automatic replies, before a user switches them on. */
export const TRIAL_TEXT = {
  open: 'Try it on a post',
  title: 'What AI auto-reply would do',
  hint: 'Tested with the comments of the last 30 days. Nothing is sent.',
  post: 'Post',
  noPosts: 'No post has comments yet.',
  noComments: 'This post got no comments in the last 30 days.',
  failed: 'The preview could not be loaded.',
  again: 'Try again',
  list: 'Comments and what would happen to them',
  outcome: { reply: 'AI answers', draft: 'Draft for you', skip: 'No reply' },
  ifChecked: 'Sent if the text by the AI passes every check.',
} as const;
