import type { Platform } from '../shared/platform.ts';
import type { PublishOptions } from '../shared/publish-options.ts';

/** The names of the options with which a user chooses who can see a post. */
export const AUDIENCE_OPTIONS = ['privacy', 'visibility'] as const;

/** The choices with which everyone can see a post, and find it without its URL. A platform without an entry has only public posts. */
export const PUBLIC_AUDIENCES: Readonly<Partial<Record<Platform, readonly string[]>>> = {
  mastodon: ['public', 'unlisted'],
  tiktok: ['PUBLIC_TO_EVERYONE'],
  youtube: ['public'],
};

/** Who can see the post: the user's choice. Null: the user chose nothing, so the default applies. */
export function audienceIn(options: PublishOptions): string | null {
  const chosen = AUDIENCE_OPTIONS.map((name) => options[name]).find(
    (value) => value !== undefined && value !== '',
  );
  return typeof chosen === 'string' ? chosen : null;
}

/** Whether the user chose that everyone can see the post, or chose nothing. */
export const isForEveryone = (platform: Platform, audience: string | null): boolean =>
  audience === null || (PUBLIC_AUDIENCES[platform]?.includes(audience) ?? true);
