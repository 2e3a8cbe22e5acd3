import type { Call } from '../shared/call.ts';
import type { Platform } from '../shared/platform.ts';

/** `off`: no automatic replies. `draft`: each reply waits for a person. `send`: replies that pass every check are sent. */
export const AUTO_REPLY_MODES = ['off', 'draft', 'send'] as const;
export type AutoReplyMode = (typeof AUTO_REPLY_MODES)[number];

export type BlockedAuthor = Readonly<{
  /** Identifies the author in `unblock`. It has no other meaning. */
  key: string;
  platform: Platform;
  name: string;
  /** UTC instant. */
  blockedAt: string;
}>;

export type InboxSettings = Readonly<{
  /** Automatic replies on the posts that have them switched on; Premium. */
  autoReply: AutoReplyMode;
  /** Comments that look like spam are hidden on arrival. */
  autoHideSpam: boolean;
  /** Each reply of the model waits for a person, even if `autoReply` is `send`. */
  requireApproval: boolean;
  /** Comments with profanity are hidden in this inbox, and no automatic reply contains profanity. */
  filterProfanity: boolean;
  blocked: readonly BlockedAuthor[];
  /** The installation has a model. */
  aiConfigured: boolean;
}>;
/** Absent fields stay unchanged. */
export type InboxSettingsChange = Partial<Omit<InboxSettings, 'blocked' | 'aiConfigured'>> &
  Readonly<{ unblock?: readonly string[] }>;

export const getInboxSettings: Call<void, InboxSettings> = { method: 'GET', path: '/api/inbox/settings' };
/** 403 `inbox.premium-required` for an automatic reply without Premium. */
export const changeInboxSettings: Call<InboxSettingsChange, InboxSettings> = {
  method: 'PUT',
  path: '/api/inbox/settings',
};
