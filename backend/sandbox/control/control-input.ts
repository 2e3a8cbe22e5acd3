import { isObject, parseJson, type JsonRecord } from '../http/json.ts';
import type { Exchange } from '../http/exchange.ts';
import { faultKinds, plainName, type Fault, type FaultAnswer } from '../faults/fault-plan.ts';
import { MODEL_MODES } from '../model/model-modes.ts';
import type { RequestedComment } from '../platforms/sandbox-platform.ts';
import { COUNTERS, type Counter, type MetricsSetting } from '../state/post-counters.ts';
import type { Settings } from '../state/settings.ts';
import type { WebhookSettings } from '../webhooks/webhook-settings.ts';

/** Invalid input of a control call. The message names the mistake. */
export class BadInput extends Error {}

/** Reads a JSON object or a form. An empty body gives an empty object. @throws BadInput */
export async function bodyOf(exchange: Exchange): Promise<JsonRecord> {
  const text = await exchange.text();
  if (isForm(exchange)) return Object.fromEntries(new URLSearchParams(text));
  if (text.trim() === '') return {};
  const body = parseJson(text);
  if (!isObject(body)) throw new BadInput('The body must be a JSON object.');
  return body;
}

export const isForm = ({ contentType }: Exchange): boolean =>
  contentType === 'application/x-www-form-urlencoded';

export function readFault(body: JsonRecord, platforms: readonly string[]): Fault {
  const fault = faultKinds.find((kind) => kind === body['fault']);
  if (!fault) throw new BadInput(`fault must be one of ${faultKinds.join(', ')}.`);
  const account = optionalText(body, 'account');
  const reason = optionalText(body, 'reason');
  const call = optionalText(body, 'call');
  return {
    platform: readPlatform(body['platform'], platforms),
    fault,
    times: wholeNumber(body, 'times', 100_000),
    retryAfterSeconds: isGiven(body['retryAfterSeconds'])
      ? wholeNumber(body, 'retryAfterSeconds', 86_400)
      : 30,
    account: account === null ? null : plainName(account),
    ...(reason !== null && { reason }),
    ...(call !== null && { call }),
    ...((fault === 'answer' || (fault === 'createThenRefuse' && isGiven(body['answer']))) && {
      answer: readAnswer(body['answer']),
    }),
  };
}

function readAnswer(value: unknown): FaultAnswer {
  const answer = isObject(value) ? value : {};
  const { headers } = answer;
  const given = isObject(headers) ? Object.entries(headers).map(([name, text]) => [name, String(text)]) : [];
  return {
    status: wholeNumber(answer, 'status', 599),
    body: answer['body'] ?? {},
    headers: Object.fromEntries(given) as Record<string, string>,
  };
}

export type TokenAction = Readonly<{ app: string; account: string; action: 'expire' | 'revoke' }>;

/** `expire` ends the valid access tokens of an account; `revoke` ends its refresh tokens as well. */
export function readTokenAction(body: JsonRecord): TokenAction {
  const action = (['expire', 'revoke'] as const).find((each) => each === body['action']);
  if (!action) throw new BadInput('action must be expire or revoke.');
  return { app: textField(body, 'app', 40), account: textField(body, 'account', 100), action };
}

export type CommentRequest = RequestedComment & Readonly<{ platform: string }>;

export const readComment = (body: JsonRecord, platforms: readonly string[]): CommentRequest => ({
  platform: readPlatform(body['platform'], platforms),
  remoteId: textField(body, 'remoteId', 1000),
  author: textField(body, 'author', 100),
  text: textField(body, 'text', 3000),
  parentId: optionalText(body, 'parentId'),
  // Each default comes before the value from the body, which replaces the default.
  bot: false,
  ...flag(body, 'bot'),
  unannounced: false,
  ...flag(body, 'unannounced'),
});

export const readCommentId = (
  body: JsonRecord,
  platforms: readonly string[],
): Readonly<{ platform: string; id: string }> => ({
  platform: readPlatform(body['platform'], platforms),
  id: textField(body, 'id', 1000),
});
/** The new text of an edited comment. */
export const readCommentText = (body: JsonRecord): string => textField(body, 'text', 3000);

/**
 * Reads new counters of a post. The platform’s response leaves out the counters in `omitted`, and has invalid values for those in `broken`.
 */
export const readMetrics = (body: JsonRecord, platforms: readonly string[]): MetricsSetting => ({
  platform: readPlatform(body['platform'], platforms),
  remoteId: textField(body, 'remoteId', 1000),
  counts: Object.fromEntries(
    COUNTERS.filter((counter) => isGiven(body[counter])).map((counter) => [
      counter,
      wholeNumber(body, counter, Number.MAX_SAFE_INTEGER),
    ]),
  ),
  ...counters(body, 'omitted'),
  ...counters(body, 'broken'),
  ...wholeNumberIfGiven(body, 'afterSeconds', 31_536_000),
  ...wholeNumberIfGiven(body, 'lagSeconds', 31_536_000),
  ...wholeNumberIfGiven(body, 'seed', 2 ** 31),
});

const wholeNumberIfGiven = <Name extends string>(body: JsonRecord, name: Name, max: number) =>
  (isGiven(body[name]) ? { [name]: wholeNumber(body, name, max) } : {}) as Partial<Record<Name, number>>;

function counters<Name extends string>(
  body: JsonRecord,
  name: Name,
): Partial<Record<Name, readonly Counter[]>> {
  const value = body[name];
  if (!isGiven(value)) return {};
  const names = Array.isArray(value) ? value : [];
  const known = COUNTERS.filter((counter) => names.includes(counter));
  if (!Array.isArray(value) || known.length < names.length)
    throw new BadInput(`${name} must be a list of ${COUNTERS.join(', ')}.`);
  return { [name]: known } as unknown as Record<Name, readonly Counter[]>;
}

export function readSettings(body: JsonRecord): Partial<Settings> {
  const { visibilityDelaySeconds, accessTokenSeconds, callMilliseconds, model } = body;
  const mode = MODEL_MODES.find((each) => each === model);
  if (isGiven(model) && !mode) throw new BadInput(`model must be one of ${MODEL_MODES.join(', ')}.`);
  if (isGiven(accessTokenSeconds) && wholeNumber(body, 'accessTokenSeconds', 86_400) === 0)
    throw new BadInput('accessTokenSeconds must be at least 1.');
  return {
    ...(isGiven(visibilityDelaySeconds) && {
      visibilityDelaySeconds: wholeNumber(body, 'visibilityDelaySeconds', 86_400),
    }),
    ...(isGiven(accessTokenSeconds) && {
      accessTokenSeconds: wholeNumber(body, 'accessTokenSeconds', 86_400),
    }),
    ...(isGiven(callMilliseconds) && { callMilliseconds: wholeNumber(body, 'callMilliseconds', 60_000) }),
    ...(mode && { model: mode }),
    ...flag(body, 'enforceRateLimits'),
    ...flag(body, 'recognizeDuplicates'),
  };
}

const WEBHOOK_FLAGS = ['send', 'doubled', 'forged', 'reordered', 'withheld'] as const;

export const readWebhookSettings = (body: JsonRecord): Partial<WebhookSettings> =>
  Object.assign({}, ...WEBHOOK_FLAGS.map((name) => flag(body, name))) as Partial<WebhookSettings>;

function flag<Name extends string>(body: JsonRecord, name: Name): Partial<Record<Name, boolean>> {
  const value = body[name];
  if (!isGiven(value)) return {};
  if (typeof value !== 'boolean') throw new BadInput(`${name} must be true or false.`);
  return { [name]: value } as Record<Name, boolean>;
}

export function readPlatform(value: unknown, platforms: readonly string[]): string {
  if (typeof value === 'string' && platforms.includes(value)) return value;
  throw new BadInput(`platform must be one of ${platforms.join(', ')}.`);
}

/** A form sends an empty text for a field that was left empty. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

function wholeNumber(body: JsonRecord, name: string, max: number): number {
  const value = body[name];
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= max) return number;
  throw new BadInput(`${name} must be a whole number from 0 to ${String(max)}.`);
}

function textField(body: JsonRecord, name: string, max: number): string {
  const value = body[name];
  if (typeof value !== 'string' || value.trim() === '')
    throw new BadInput(`${name} must be a text that is not empty.`);
  if (value.length > max) throw new BadInput(`${name} must be at most ${String(max)} characters long.`);
  return value;
}

const optionalText = (body: JsonRecord, name: string): string | null =>
  isGiven(body[name]) ? textField(body, name, 300) : null;
