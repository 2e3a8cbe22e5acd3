import type { JsonRecord } from '../../http/json.ts';
import { GATES, parseUri } from './identity.ts';
import { invalid } from './xrpc.ts';

const MAX_HIDDEN = 300;
const MAX_RULES = 5;

/** Checks a thread gate against its schema; its key must equal the key of the post. @throws Refusal 400 InvalidRequest */
export function checkGate({ post, createdAt, allow, hiddenReplies }: JsonRecord, rkey: string): void {
  const wrong = (path: string, message: string): Error =>
    invalid(`Invalid ${GATES} record: ${message} at $.record.${path}`);
  if (typeof post !== 'string' || parseUri(post)?.rkey !== rkey)
    throw wrong('post', 'the record key must be that of the post');
  if (typeof createdAt !== 'string' || Number.isNaN(Date.parse(createdAt)))
    throw wrong('createdAt', 'must be a valid atproto datetime (both RFC-3339 and ISO-8601)');
  if (allow !== undefined && (!Array.isArray(allow) || allow.length > MAX_RULES))
    throw wrong('allow', `array of at most ${String(MAX_RULES)} rules expected`);
  if (hiddenReplies === undefined) return;
  if (
    !Array.isArray(hiddenReplies) ||
    !hiddenReplies.every((uri) => typeof uri === 'string' && parseUri(uri))
  )
    throw wrong('hiddenReplies', 'array of at-uris expected');
  if (hiddenReplies.length > MAX_HIDDEN)
    throw wrong(
      'hiddenReplies',
      `array too big (maximum ${String(MAX_HIDDEN)}, got ${String(hiddenReplies.length)})`,
    );
}
