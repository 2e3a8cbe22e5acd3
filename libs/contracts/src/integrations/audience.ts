import type { Platform } from '../shared/platform.ts';
import type { PublishOptions } from '../shared/publish-options.ts';

/** The names of the options with which a user chooses who can see a post. */
export const AUDIENCE_OPTIONS = ['privacy', 'visibility'] as const;

/** The choices with which everyone can see a post, and find it without its URL. A platform without an entry has only public posts. */
export const PUBLIC_AUDIENCES = {
  mastodon: ['public', 'unlisted'],
  tiktok: ['PUBLIC_TO_EVERYONE'],
  youtube: ['public'],
} as const satisfies Readonly<Partial<Record<Platform, readonly string[]>>>;

/** The name of the option with a content warning. The platform shows the text and files only after a click. */
export const WARNING_OPTION = 'contentWarning';

/** Who can see the post: the user's choice. Null: the user chose nothing, so the default applies. */
export function audienceIn(options: PublishOptions): string | null {
  const chosen = AUDIENCE_OPTIONS.map((name) => options[name]).find(
    (value) => value !== undefined && value !== '',
  );
  return typeof chosen === 'string' ? chosen : null;
}

/** Whether the user chose that everyone can see the post, or chose nothing. */
export function isForEveryone(platform: Platform, audience: string | null): boolean {
  const audiences: Readonly<Partial<Record<Platform, readonly string[]>>> = PUBLIC_AUDIENCES;
  return audience === null || (audiences[platform]?.includes(audience) ?? true);
}

/** Whether the post has a content warning. Public pages do not show such a post: they have nothing that hides its text until a click. */
export function hasWarning(options: PublishOptions): boolean {
  const warning = options[WARNING_OPTION];
  return typeof warning === 'string' && warning.trim() !== '';
}
