import { amountOf, at, idIn, listOf, textOf } from '../../kit/json.ts';
import type { Ask } from '../client.ts';

/** The state of a post at TikTok. */
export type PublishProgress =
  /** `bytes`: the number of received bytes; null: unknown. */
  | Readonly<{ kind: 'uploading'; bytes: number | null }>
  | Readonly<{ kind: 'working' }>
  /** `postId`: null if the post is not public, or TikTok has not yet checked it. */
  | Readonly<{ kind: 'complete'; postId: string | null }>
  | Readonly<{ kind: 'failed'; reason: string }>;

/** Calls `POST /v2/post/publish/status/fetch/`, at most 30 times per minute. @throws the errors of `ask` */
export async function readProgress(
  ask: Ask,
  publishId: string,
  signal?: AbortSignal,
): Promise<PublishProgress> {
  const data = await ask({
    path: '/v2/post/publish/status/fetch/',
    json: { publish_id: publishId },
    ...(signal && { request: { signal } }),
  });
  switch (textOf(at(data, 'status')) ?? '') {
    case 'PROCESSING_UPLOAD': {
      const bytes = at(data, 'uploaded_bytes');
      return { kind: 'uploading', bytes: bytes === 0 ? 0 : amountOf(bytes) };
    }
    case 'PUBLISH_COMPLETE':
      return { kind: 'complete', postId: postIdIn(data) };
    case 'FAILED':
      return { kind: 'failed', reason: textOf(at(data, 'fail_reason')) ?? 'unknown' };
    default:
      return { kind: 'working' };
  }
}

/** The public id of a post. TikTok writes `publicaly`; Posthorn also accepts the correct spelling. */
function postIdIn(data: Parameters<typeof at>[0]): string | null {
  const [id] = [
    ...listOf(at(data, 'publicaly_available_post_id')),
    ...listOf(at(data, 'publicly_available_post_id')),
  ];
  return idIn(id);
}
