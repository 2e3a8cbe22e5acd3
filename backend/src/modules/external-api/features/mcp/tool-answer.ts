import { REPLAYED_HEADER } from '@posthorn/contracts/external/posts.http';
import type { ErrorReply } from '@posthorn/contracts/shared/call';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { OwnReply } from '#infrastructure/http/edge/own-calls.ts';
import { UNTRUSTED_WORDS } from './tools/schemas-of-tool.ts';
import type { Tool } from './tools/tool.ts';

const KEY_REUSED = 'scheduling.idempotency-key-reused';
/** With another key, an assistant that repeats a call after a time-out would do the same thing twice. */
const LOOK_FOR_IT =
  'Something was already done with this idempotency_key. Look for it with a tool that lists. Use another key only if the user wants a second one.';

type Content = Readonly<Record<string, unknown>>;

/** Members of a problem (RFC 9457) that repeat other members of our error. */
const OF_PROBLEM: ReadonlySet<string> = new Set(['type', 'title', 'status', 'detail']);

/** Returns the result of a tool: the response of its call, with a note about texts by strangers. `requestId`: for a response that contains none. */
export function answerOf(tool: Tool, reply: OwnReply, requestId = ''): CallToolResult {
  if (reply.status >= 400) return refusalOf(reply, requestId);
  const { listName, strangers, title } = tool;
  const content = (listName === undefined ? reply.body : { [listName]: reply.body }) as Content;
  const isReplay = reply.headers[REPLAYED_HEADER] === 'true';
  const words = [
    isReplay
      ? `${title}: this was done before with the same key, and nothing happened now.`
      : `${title}: done.`,
    ...(strangers.length > 0 ? [`${strangers.join(', ')}: ${UNTRUSTED_WORDS}`] : []),
  ];
  return {
    content: [textContent(words.join('\n')), textContent(JSON.stringify(content))],
    structuredContent: content,
  };
}

/** Returns the result for a call without a response: its outcome is unknown. */
export function noAnswer(requestId: string): CallToolResult {
  const message = 'There was no answer in time, so it is unknown whether it was done.';
  return refused({ code: 'server.no-answer', message, requestId }, 500);
}

function refusalOf({ status, headers, body }: OwnReply, requestId: string): CallToolResult {
  // Node itself refuses a request whose URL is too long.
  if (body === null)
    return refused({ code: 'request.too-large', message: SERVER_TEXT.bodyTooLarge, requestId }, 413);
  const error = Object.entries(body as ErrorReply).filter(([member]) => !OF_PROBLEM.has(member));
  return refused(Object.fromEntries(error) as ErrorReply, status, headers['retry-after']);
}

/**
 * An error has no structured content. Official clients would check such content against the tool's output schema, fail, and hide the error.
 * Programs can read the error from the JSON in the last text.
 */
function refused(error: ErrorReply, status: number, wait?: string): CallToolResult {
  const { message, code, fields = {} } = error;
  const whatToDo = code === KEY_REUSED ? LOOK_FOR_IT : adviceOn(status, wait);
  const lines = [
    `${message} (${code})`,
    ...Object.entries(fields).map((field) => field.join(': ')),
    whatToDo,
  ];
  return {
    isError: true,
    content: [textContent(lines.join('\n')), textContent(JSON.stringify({ ...error, whatToDo }))],
  };
}

function adviceOn(status: number, wait = '5'): string {
  switch (status) {
    case 400:
    case 413:
    case 422:
      return 'Call again with other arguments, or tell the user the reason.';
    case 401:
      return 'Ask the user for another API token, because this one no longer works.';
    case 403:
      return 'Ask the user for an API token with this permission.';
    case 404:
      return 'Find the right id with a tool that lists.';
    case 409:
    case 412:
    case 428:
      return 'Read it again to see what has changed before you try anything else.';
    case 410:
      return 'Begin again with `oldest` if there is one, else with `start`.';
    case 429:
    case 503:
      return `Wait ${wait} seconds, then call again with the same arguments.`;
    default:
      return 'Read before you write again, because it may be done already. With an idempotency_key, call again with the same one.';
  }
}

const textContent = (text: string) => ({ type: 'text' as const, text });
