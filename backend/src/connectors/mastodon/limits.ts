import { OPTION_SENTENCES as WORDS } from '@posthorn/contracts/integrations/option-sentences';
import { analyticsOf } from '@posthorn/contracts/integrations/capabilities';
import { PUBLIC_AUDIENCES } from '@posthorn/contracts/integrations/audience';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import type { AuthorId } from '../contract/comments.ts';
import { languageField } from '../kit/languages.ts';
import type { PlatformDescriptor } from '../contract/platform-descriptor.ts';

/** The defaults of Mastodon's own server software, used if an instance publishes no limits. */
export const MASTODON_LIMITS: PlatformLimits = {
  platform: 'mastodon',
  text: { max: 500, count: { by: 'mastodon', urlLength: 23 }, requiresMedia: false },
  media: {
    images: 4,
    videos: 1,
    mixed: false,
    imageBytes: 16_777_216,
    videoBytes: 103_809_024,
    imageTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
    gif: { alone: true },
    videoTypes: ['video/mp4', 'video/quicktime'],
    altTextMax: 1500,
  },
  confirmed: '2026-07-02',
  promotionalTextAllowed: true,
};

/** The default is the account's setting on its server. `direct` is missing, because a direct status is a private message. */
export const VISIBILITY = {
  kind: 'choice',
  name: 'visibility',
  label: WORDS['mastodon.visibility'],
  help: WORDS['mastodon.visibility/help'],
  required: false,
  choices: [
    { value: 'public', label: WORDS['mastodon.visibility/public'] },
    { value: 'unlisted', label: WORDS['mastodon.visibility/unlisted'] },
    { value: 'private', label: WORDS['mastodon.visibility/private'] },
  ],
  initial: null,
} as const satisfies OptionField;
/** Whether a status says that not everyone can see it. Without a choice of the author, the account's own setting decides. */
export const isLimited = (visibility: unknown): boolean =>
  typeof visibility === 'string' && !PUBLIC_AUDIENCES.mastodon.some((audience) => audience === visibility);
export const CONTENT_WARNING = {
  kind: 'text',
  name: 'contentWarning',
  label: WORDS['mastodon.contentWarning'],
  help: WORDS['mastodon.contentWarning/help'],
  required: false,
  max: 500,
} as const satisfies OptionField;
export const LANGUAGE = languageField(WORDS['mastodon.language/help']);

export const MASTODON: PlatformDescriptor = {
  platform: 'mastodon',
  name: 'Mastodon',
  connectPath: '/api/auth/mastodon',
  publicAddress: ({ accountName, server }) =>
    server === null ? null : `${server}/@${encodeURIComponent(accountName.split('@')[0] ?? '')}`,
  accountNameOf,
  capabilities: {
    text: true,
    images: true,
    video: true,
    comments: true,
    reply: true,
    hide: false,
    delete: false,
    deletePost: true,
    analytics: analyticsOf('likes', 'comments', 'shares', 'quotes'),
    automaticReplies: true,
  },
  limits: MASTODON_LIMITS,
  // Several compatible servers ignore `Idempotency-Key`, and all servers delete the key after some time.
  lookUp: { visibilitySeconds: 30, isLateCallHarmless: false, listsPosts: true },
  options: [VISIBILITY, CONTENT_WARNING, LANGUAGE],
};

/**
 * Ids of accounts differ between servers, so comments contain the URI of the author. The host of the URI is the host with which a
 * user connects the account. It may be below the domain of the handle.
 */
function accountNameOf({ remoteId, handle }: AuthorId): string | null {
  const [user = '', domain] = handle.split('@');
  if (!URL.canParse(remoteId)) return null;
  const { host } = new URL(remoteId);
  const isHostOfHandle = domain === undefined || host === domain || host.endsWith(`.${domain}`);
  return isHostOfHandle ? `${user}@${host}` : handle;
}
