import type { Call } from '../shared/call.ts';
import type { NoCardReason } from './link-card.ts';

/** How a post would show the page behind its link. */
export type LinkCardView = Readonly<{
  link: string;
  /** The host of the link that people see. */
  site: string;
  title: string;
  /** Empty if the page has no description. */
  description: string;
  /** The URL of a picture that the server re-encodes; null if the page has no usable picture. */
  pictureUrl: string | null;
}>;

export type LinkPreview =
  | Readonly<{ card: LinkCardView }>
  | Readonly<{ card: null; reason: NoCardReason; message: string }>;

/** `?url=` */
export const linkPreview: Call<void, LinkPreview> = { method: 'GET', path: '/api/link-preview' };
/** The picture of the card, as JPEG; `?url=` is the URL of the page. */
export const linkPreviewPicture: Call<void, void> = { method: 'GET', path: '/api/link-preview/picture' };

export const LINK_PREVIEW_TEXT = {
  urlNotValid: 'Please give a web address that begins with https://',
  noCard: {
    blocked: 'this address cannot be opened from here.',
    'no-answer': 'the page cannot be reached.',
    'too-slow': 'the page takes too long to answer.',
    refused: 'there is no page at this address.',
    'not-a-page': 'this address is not a web page.',
    'no-title': 'the page has no title.',
  } satisfies Record<NoCardReason, string>,
} as const;
