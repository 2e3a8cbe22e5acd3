import { checkSaid } from '@posthorn/contracts/scheduling/check-sentences';
import { PLATFORM_NAMES } from '@posthorn/contracts/shared/platform-names';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { MediaUnusable } from '../../kit/images.ts';
import { textOf } from '../../kit/json.ts';
import { wordsOf } from '../../kit/outcomes.ts';

/** The service checked the file and refuses it. A direct upload would make a post whose video never plays. */
export class VideoRejected extends MediaUnusable {}
/** The service itself failed; the file may be good. */
export class ServiceFailed extends Error {
  override readonly name = 'ServiceFailed';
}

/** The codes about the file. All other codes (`pds_…`, `generic_failure`, unknown ones) are about servers. Source: app.bsky.video.defs. */
const REJECTIONS = new Map<string, 'media-rejected/video-refused' | 'media-rejected/video-not-converted'>([
  ['validation_failure', 'media-rejected/video-refused'],
  ['encoding_failure', 'media-rejected/video-not-converted'],
]);

export const hasFailed = (status: JsonObject): boolean => status['state'] === 'JOB_STATE_FAILED';

/** The error for a job with the state FAILED. Older responses contain the code in `error`. */
export function failureOf(status: JsonObject): VideoRejected | ServiceFailed {
  const code = textOf(status['failureCode']) ?? textOf(status['error']) ?? '';
  const message = textOf(status['message']);
  const rejection = REJECTIONS.get(code);
  if (rejection === undefined) return new ServiceFailed(message ?? code);
  const detail = message === code ? null : wordsOf(message);
  return new VideoRejected(
    checkSaid(rejection, { platform: PLATFORM_NAMES.bluesky, ...(detail !== null && { detail }) }),
  );
}
