import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { textOf } from '../../kit/json.ts';

/** The service checked the file and refuses it. A direct upload would make a post whose video never plays. */
export class VideoRejected extends Error {
  override readonly name = 'VideoRejected';
}
/** The service itself failed; the file may be good. */
export class ServiceFailed extends Error {
  override readonly name = 'ServiceFailed';
}

/** The codes about the file. All other codes (`pds_…`, `generic_failure`, unknown ones) are about servers. Source: app.bsky.video.defs. */
const REJECTIONS: ReadonlyMap<string, string> = new Map([
  ['validation_failure', 'Bluesky does not take this video'],
  ['encoding_failure', 'Bluesky could not convert this video. Saving it as MP4 with H.264 may help'],
]);

export const hasFailed = (status: JsonObject): boolean => status['state'] === 'JOB_STATE_FAILED';

/** The error for a job with the state FAILED. Older responses contain the code in `error`. */
export function failureOf(status: JsonObject): VideoRejected | ServiceFailed {
  const code = textOf(status['failureCode']) ?? textOf(status['error']) ?? '';
  const message = textOf(status['message']);
  const sentence = REJECTIONS.get(code);
  if (sentence === undefined) return new ServiceFailed(message ?? code);
  return new VideoRejected(message === null || message === code ? `${sentence}.` : `${sentence}: ${message}`);
}
