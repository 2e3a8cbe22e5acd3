import type { Platform } from '../shared/platform.ts';
import { READING_STATE_TEXT } from './reading-state-text.ts';

/** Platforms whose comments are read post by post, and only under posts that Posthorn published. */
export const READS_OWN_POSTS: ReadonlySet<Platform> = new Set<Platform>([
  ...(['facebook', 'instagram', 'threads', 'tiktok', 'youtube'] as const),
]);

/** Why comments of a platform are not in the inbox. */
export const COMMENT_READING_TEXT = {
  ...READING_STATE_TEXT,
  onlyWhenNamed: 'X accepts replies from other apps only when the comment mentions your account. Reply on X.',
  /** The account was connected without the permission to read comments. */
  reconnect: 'Reconnect this account in Settings to read its comments.',
  /** Shown next to the button that leads to Settings. */
  withoutPermission: 'It was connected without the permission to read comments.',
  /** LinkedIn gives apps no access to comments of members. */
  organizationsOnly: 'LinkedIn lets apps read comments of organizations only.',
  /** TikTok's API for Business requires a separate permission. */
  businessGrant: 'TikTok needs a separate permission for reading comments.',
  businessKeys: 'This server has no keys for TikTok for Business. Comments need them.',
  budgetUsedUp:
    'The operator’s daily budget for reading X is used up. Reading continues after midnight (UTC).',
  unlisted: (platform: string) =>
    `${platform} does not report what is new on this account, so comments appear later.`,
  hostIsBusy: 'Its server accepts no more requests for now. Reading continues within minutes.',
  ownPostsOnly: (platform: string) =>
    `Posthorn reads only comments on posts that you published here. Answer others on ${platform}.`,
  behind: 'There are many comments to read right now.',
  noBudget: 'Reading comments on X costs money; the operator has set no budget.',
} as const;
