import type { CallOutcome } from '../../contract/outcome.ts';
import type { OutgoingPublication } from '../../contract/publication.ts';
import { at, idIn, textOf } from '../../kit/json.ts';
import type { GraphClient } from '../../meta/client/graph-client.ts';
import type { PageCredentials } from '../../meta/tokens/page-token.ts';
import { optionValue } from '@posthorn/contracts/integrations/option-values';
import { published, unknown } from '../../kit/outcomes.ts';
import { FACEBOOK } from '../limits.ts';
import { firstLink, LINK_PREVIEW } from '@posthorn/contracts/integrations/link-card';
import { urlOfPost } from './permalinks.ts';
import type { FacebookRefs } from './refs.ts';

const CALL_MS = 30_000;
const PERMALINK_MS = 4_000;

type FinalCall = Readonly<{ publication: OutgoingPublication; signal: AbortSignal }>;

/** Publishes a text with uploaded photos. @throws GraphError, TokenRefused, OutgoingError, BreakerOpen */
export async function publishPost(
  graph: GraphClient,
  page: PageCredentials,
  { publication, photoIds, signal }: FinalCall & Readonly<{ photoIds: readonly string[] }>,
): Promise<CallOutcome> {
  const { text } = publication;
  const link = photoIds.length === 0 ? linkOf(publication) : null;
  const { body } = await graph.send({
    path: `${page.ownerId}/feed`,
    method: 'POST',
    token: page.accessToken,
    fields: {
      ...(text !== '' && { message: text }),
      ...(link !== null && { link }),
      ...Object.fromEntries(
        photoIds.map((id, index) => [`attached_media[${String(index)}]`, JSON.stringify({ media_fbid: id })]),
      ),
    },
    request: { signal, timeoutMs: CALL_MS, newConnection: true },
  });
  const id = idIn(at(body, 'id'));
  if (id === null) return unknown('unreadable', 'Facebook answered and named no post.');
  return published(id, await permalinkOf(graph, page, id, signal));
}

/** Publishes an uploaded video. Facebook accepts the call and publishes the video some time later. */
export async function publishVideo(
  graph: GraphClient,
  { ownerId, accessToken: token }: PageCredentials,
  { publication, video, signal }: FinalCall & Readonly<{ video: NonNullable<FacebookRefs['video']> }>,
): Promise<CallOutcome> {
  const isReel = video.kind === 'reel';
  const { body } = await graph.send({
    path: `${ownerId}/${isReel ? 'video_reels' : 'videos'}`,
    method: 'POST',
    token,
    // Only the sessions of feed videos are on the host for videos.
    video: !isReel,
    fields: {
      upload_phase: 'finish',
      ...(publication.text !== '' && { description: publication.text }),
      ...(isReel
        ? { video_id: video.id, video_state: 'PUBLISHED' }
        : { upload_session_id: video.upload, published: 'true' }),
    },
    request: { signal, timeoutMs: CALL_MS, newConnection: true },
  });
  if (at(body, 'success') !== true)
    return unknown('unreadable', 'Facebook answered and did not say whether it took the video.');
  return { kind: 'accepted', handle: video.id };
}

function linkOf(publication: OutgoingPublication): string | null {
  const field = FACEBOOK.options.find(({ name }) => name === LINK_PREVIEW);
  return field && optionValue(field, publication) === true ? firstLink(publication.text) : null;
}

/** The URL of a published post. Errors are ignored, because the post exists. */
async function permalinkOf(
  graph: GraphClient,
  { accessToken: token }: PageCredentials,
  id: string,
  signal: AbortSignal,
): Promise<string> {
  try {
    const { body } = await graph.send({
      path: id,
      token,
      fields: { fields: 'permalink_url' },
      request: { signal, timeoutMs: PERMALINK_MS },
    });
    return textOf(at(body, 'permalink_url')) ?? urlOfPost(id);
  } catch {
    return urlOfPost(id);
  }
}
