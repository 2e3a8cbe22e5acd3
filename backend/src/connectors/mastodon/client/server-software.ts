import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import type { ServerReply } from '#infrastructure/outgoing/outgoing-reply.ts';
import { at, textOf } from '../../kit/json.ts';
import { REQUESTS, REQUESTS_ELSEWHERE, REQUESTS_MIN } from '../budgets.ts';

/** Compatible servers add their name: `3.5.3 (compatible; Pixelfed 0.12.6)`. Versions of GoToSocial begin with 0, or contain a space. */
const VERSION_OF_MASTODON = /^[1-9]\d*\.\d+\.\d+[^\s(]*$/u;

const sourceOf = (instance: JsonValue): string => textOf(at(instance, 'source_url')) ?? '';
const versionOf = (instance: JsonValue): string => textOf(at(instance, 'version')) ?? '';

/** Whether an instance runs Pixelfed. Some releases name themselves only in `source_url`. */
export const isPixelfed = (instance: JsonValue): boolean =>
  [versionOf(instance), sourceOf(instance)].some((words) => /\bpixelfed\b/iu.test(words));

const isGoToSocial = (instance: JsonValue): boolean => /\bgotosocial\b/iu.test(sourceOf(instance));

/**
 * The requests that a server accepts from Posthorn; undefined for Mastodon itself. Only the header of GoToSocial is about one IP address
 * and five minutes. On other servers, the header may be about one token, or about another time.
 */
export function requestsTo(
  instance: JsonValue,
  headers: ServerReply['headers'],
): Readonly<{ calls: number; perSeconds: number }> | undefined {
  if (isGoToSocial(instance)) {
    const limit = headers['x-ratelimit-limit'] ?? '';
    if (!/^[1-9]\d*$/u.test(limit)) return REQUESTS_ELSEWHERE;
    const calls = Math.min(Math.max(Number(limit), REQUESTS_MIN), REQUESTS.calls);
    return { ...REQUESTS_ELSEWHERE, calls };
  }
  return VERSION_OF_MASTODON.test(versionOf(instance)) ? undefined : REQUESTS_ELSEWHERE;
}
