import type { SandboxContext } from '../sandbox-platform.ts';
import type { FacebookVideo } from './facebook-store.ts';

/** An unfinished upload is deleted after a day. */
const UPLOAD_MS = 24 * 3_600_000;

export const receivedBytes = ({ pieces }: FacebookVideo): number =>
  pieces.reduce((sum, { bytes }) => sum + bytes, 0);
export const isWhole = (video: FacebookVideo): boolean =>
  video.size !== null && receivedBytes(video) === video.size;

export const isExpired = ({ finished, startedAt }: FacebookVideo, now: number): boolean =>
  finished === null && startedAt + UPLOAD_MS <= now;

export const isPublished = ({ finished }: FacebookVideo, now: number): boolean =>
  finished !== null && !finished.fails && finished.readyAt <= now;

/** The path in `permalink_url`, without a host as on Facebook. */
export const videoPage = ({ id, pageId, kind }: FacebookVideo): string =>
  kind === 'reel' ? `/facebook/reel/${id}` : `/facebook/${pageId}/videos/${id}`;

export function videoView(
  video: FacebookVideo,
  { now, publicUrl }: Pick<SandboxContext, 'now' | 'publicUrl'>,
): object {
  const { id, finished } = video;
  const published = isPublished(video, now());
  return {
    id,
    published,
    status: statusOf(video, now()),
    ...(finished && { post_id: finished.postId, permalink_url: `${publicUrl()}${videoPage(video)}` }),
  };
}

function statusOf(video: FacebookVideo, now: number): object {
  const { finished } = video;
  const uploading = {
    status: isWhole(video) ? 'complete' : 'in_progress',
    // The misspelling is Facebook's.
    bytes_transfered: receivedBytes(video),
  };
  if (finished === null) {
    const status = isExpired(video, now) ? 'expired' : isWhole(video) ? 'upload_complete' : 'uploading';
    return {
      video_status: status,
      uploading_phase: uploading,
      processing_phase: { status: 'not_started' },
      publishing_phase: { status: 'not_started' },
    };
  }
  if (finished.readyAt > now)
    return {
      video_status: 'processing',
      uploading_phase: uploading,
      processing_phase: { status: 'in_progress' },
      publishing_phase: { status: 'not_started' },
    };
  if (finished.fails)
    return {
      video_status: 'error',
      uploading_phase: uploading,
      processing_phase: {
        status: 'error',
        error: { message: 'The video could not be processed. Check its format.' },
      },
      publishing_phase: { status: 'not_started' },
    };
  return {
    video_status: 'ready',
    uploading_phase: uploading,
    processing_phase: { status: 'complete' },
    publishing_phase: {
      status: 'complete',
      publish_status: 'published',
      publish_time: new Date(finished.readyAt).toISOString(),
    },
  };
}
