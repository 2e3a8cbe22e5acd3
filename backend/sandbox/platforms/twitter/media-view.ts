import type { TwitterFile } from './twitter-store.ts';

const CATEGORY_NUMBERS: Readonly<Record<string, string>> = {
  tweet_image: '3',
  tweet_gif: '16',
  tweet_video: '13',
};

/** A media key is the file's id after a number for its category. */
export const keyOf = ({ id, category }: TwitterFile): string => `${CATEGORY_NUMBERS[category] ?? '3'}_${id}`;

export function mediaView(media: TwitterFile, now: number): object {
  const remainingSeconds = Math.floor((media.endsAt - now) / 1000);
  const size = media.file ? { size: media.file.bytes } : {};
  return {
    id: media.id,
    media_key: keyOf(media),
    ...size,
    expires_after_secs: remainingSeconds,
    ...processingInfo(media, now),
  };
}

function processingInfo({ category, file }: TwitterFile, now: number): object {
  if (category === 'tweet_image' || !file) return {};
  const wait = file.readyAt - now;
  if (wait > 0) {
    const check_after_secs = Math.min(5, Math.max(1, Math.ceil(wait / 1000)));
    return { processing_info: { state: 'in_progress', check_after_secs, progress_percent: 42 } };
  }
  if (!file.failed) return { processing_info: { state: 'succeeded', progress_percent: 100 } };
  const error = { code: 1, name: 'InvalidMedia', message: 'Unsupported video format' };
  return { processing_info: { state: 'failed', progress_percent: 100, error } };
}
