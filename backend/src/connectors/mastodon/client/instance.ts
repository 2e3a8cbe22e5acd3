import type { PlatformLimits, TextCount } from '@posthorn/contracts/integrations/platform-limits';
import { LONGEST_TEXT } from '@posthorn/contracts/shared/text';
import { MASTODON_LIMITS } from '../limits.ts';
import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { amountOf, at, listOf } from '../../kit/json.ts';
import { MastodonError, type MastodonClient, type MastodonReply } from './client.ts';
import { isPixelfed, requestsTo } from './server-software.ts';

/**
 * The numbers come from a server that Posthorn does not trust, so Posthorn limits them. Otherwise a server could cause unlimited
 * work, storage or traffic.
 */
const TEXT_MAX = LONGEST_TEXT;
const FILES_MAX = 20;
const BYTES_MAX = 300_000_000;
const PIXELS_MAX = 1_000_000_000;
const limitIn = (value: JsonValue | undefined, usual: number, max: number): number =>
  Math.min(Math.floor(amountOf(value) ?? usual), max);

/** A maximum of pixels; null: the server publishes none. */
const pixelsIn = (value: JsonValue | undefined): number | null =>
  amountOf(value) === null ? null : limitIn(value, PIXELS_MAX, PIXELS_MAX);

/** How an instance counts texts. Servers that reserve no characters for a URL count the whole text. */
export const countWith = (reservedPerUrl: JsonValue | undefined): TextCount =>
  reservedPerUrl === 0
    ? { by: 'graphemes' }
    : { by: 'mastodon', urlLength: limitIn(reservedPerUrl, 23, TEXT_MAX) };

/** The limits that an instance publishes, in the format of version 2 or, on older and other servers, version 1. */
export function limitsIn(
  instance: JsonValue,
  confirmed: string,
  headers: MastodonReply['headers'] = {},
): PlatformLimits {
  const requests = requestsTo(instance, headers);
  const { text, media } = MASTODON_LIMITS;
  const statuses = at(instance, 'configuration', 'statuses');
  const files = at(instance, 'configuration', 'media_attachments');
  // Older servers and some others have a different field at the top level.
  const max = at(statuses, 'max_characters') ?? at(instance, 'max_toot_chars');
  const upload = at(instance, 'upload_limit');
  const imagePixels = pixelsIn(at(files, 'image_matrix_limit'));
  const videoPixels = pixelsIn(at(files, 'video_matrix_limit'));
  const types = listOf(at(files, 'supported_mime_types'));
  const accepted = (ours: readonly string[]) =>
    types.length === 0 ? ours : ours.filter((type) => types.includes(type));
  return {
    ...MASTODON_LIMITS,
    text: {
      ...text,
      max: limitIn(max, text.max, TEXT_MAX),
      count: countWith(at(statuses, 'characters_reserved_per_url')),
      // Pixelfed refuses a status without files, unless it is a reply.
      requiresMedia: isPixelfed(instance),
    },
    media: {
      ...media,
      images: limitIn(at(statuses, 'max_media_attachments'), media.images, FILES_MAX),
      imageBytes: limitIn(at(files, 'image_size_limit') ?? upload, media.imageBytes, BYTES_MAX),
      videoBytes: limitIn(at(files, 'video_size_limit') ?? upload, media.videoBytes, BYTES_MAX),
      ...(imagePixels !== null && { imagePixels }),
      ...(videoPixels !== null && { videoPixels }),
      imageTypes: accepted(media.imageTypes),
      videoTypes: accepted(media.videoTypes),
      altTextMax: limitIn(at(files, 'description_limit'), media.altTextMax, TEXT_MAX),
    },
    ...(requests && { requests }),
    confirmed,
  };
}

/** @throws MastodonError, OutgoingError, BreakerOpen */
export async function readInstance(
  client: MastodonClient,
  server: string,
  token: string,
): Promise<MastodonReply> {
  try {
    return await client.send({ server, path: '/api/v2/instance', token });
  } catch (error) {
    if (!(error instanceof MastodonError) || error.status >= 500 || error.status === 429) throw error;
    return client.send({ server, path: '/api/v1/instance', token });
  }
}
