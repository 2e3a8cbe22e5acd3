import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { at, idIn, listOf, textOf } from '../../kit/json.ts';
import type { GraphClient } from '../../meta/client/graph-client.ts';
import type { PageCredentials } from '../../meta/tokens/page-token.ts';
import type { FacebookRefs } from './refs.ts';

/**
 * `ready`: the video can be played, but may be unpublished. `waiting`: Facebook has not begun to process or publish the video.
 * `lost`: Facebook ended this upload; another upload may succeed. `failed`: Facebook cannot process the file.
 */
export type FacebookVideoState = Readonly<{
  state: 'waiting' | 'processing' | 'ready' | 'published' | 'lost' | 'failed';
  /** The number of bytes of a Reel that have arrived. */
  received: number;
  /** Facebook has received all bytes. */
  isSent: boolean;
  postId: string | null;
  permalink: string | null;
  /** Facebook's error message. */
  words: string | null;
}>;
type Video = NonNullable<FacebookRefs['video']>;

/** @throws GraphError, TokenRefused, OutgoingError, BreakerOpen */
export async function videoState(
  graph: GraphClient,
  { accessToken: token }: PageCredentials,
  { id, kind }: Video,
): Promise<FacebookVideoState> {
  const fields = 'status,permalink_url,post_id,published';
  const { body } = await graph.send({ path: id, token, fields: { fields } });
  const uploading = at(body, 'status', 'uploading_phase');
  // Facebook writes `transfered` with one r. Posthorn also accepts the correct spelling.
  const received = at(uploading, 'bytes_transfered') ?? at(uploading, 'bytes_transferred');
  return {
    state: stateOf(body, kind),
    received: typeof received === 'number' ? received : 0,
    isSent: textOf(at(uploading, 'status')) === 'complete',
    postId: idIn(at(body, 'post_id')),
    permalink: textOf(at(body, 'permalink_url')),
    words: wordsIn(at(body, 'status')),
  };
}

function stateOf(body: JsonValue, kind: Video['kind']): FacebookVideoState['state'] {
  const status = at(body, 'status');
  const video = textOf(at(status, 'video_status'));
  const [processing, publishing] = ['processing_phase', 'publishing_phase'].map((phase) =>
    textOf(at(status, phase, 'status')),
  );
  if (textOf(at(status, 'publishing_phase', 'publish_status')) === 'published') return 'published';
  if (video === 'expired' || video === 'upload_failed') return 'lost';
  if (video === 'error' || processing === 'error' || publishing === 'error') return 'failed';
  if (video === 'ready') {
    // Facebook processes a feed video only after the call to publish the video. A Reel may be ready while it is a draft.
    if (publishing === 'complete' || at(body, 'published') === true) return 'published';
    if (at(body, 'published') !== undefined) return 'waiting';
    if (kind === 'feed') return 'published';
    return at(status, 'publishing_phase') === undefined ? 'ready' : 'waiting';
  }
  const isWorking = [processing, publishing].some((phase) => phase === 'in_progress' || phase === 'complete');
  // A completely uploaded Reel reports "processing" even before the call to publish the Reel. Only the phases show its state.
  return isWorking || (video === 'processing' && kind === 'feed') ? 'processing' : 'waiting';
}

function wordsIn(status: JsonValue | undefined): string | null {
  for (const phase of ['processing_phase', 'publishing_phase', 'uploading_phase']) {
    const error = at(status, phase, 'error') ?? listOf(at(status, phase, 'errors'))[0];
    const words = textOf(at(error, 'message'));
    if (words !== null) return words;
  }
  return null;
}
