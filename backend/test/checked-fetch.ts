import { EXTERNAL_PATH } from '@posthorn/contracts/external/external.http';
import type { ApiDocument } from '#modules/external-api/document/read-document.ts';
import { AnswerCheck } from '#modules/external-api/document/testing/answer-check.ts';
import { committedDocument } from '#modules/external-api/document/testing/committed-document.ts';

// Checks every response below `/api/external` that an end-to-end spec gets, by any client, against the OpenAPI document.

let check: AnswerCheck | undefined;
const plainFetch = globalThis.fetch;

globalThis.fetch = async (input, init) => {
  const response = await plainFetch(input, init);
  const { pathname: path } = new URL(response.url);
  if (!path.startsWith(`${EXTERNAL_PATH}/`)) return response;
  check ??= new AnswerCheck(JSON.parse(committedDocument()) as ApiDocument);
  const requestMethod = init?.method ?? (input instanceof Request ? input.method : 'GET');
  const { status, headers } = response;
  const isRead = requestMethod !== 'HEAD' && /json/u.test(headers.get('content-type') ?? '');
  const body: unknown = isRead ? await response.clone().json() : undefined;
  const method = requestMethod === 'HEAD' ? 'GET' : requestMethod;
  const problems = check.problemsOf({ method, path, status, headers, body });
  if (problems.length > 0)
    throw new Error(
      `${requestMethod} ${path} got the response ${String(status)}, and ${problems.join('; ')}. See docs/openapi.json.`,
    );
  return response;
};
