import { maxHeaderSize } from 'node:http';
import { EXTERNAL_PATH } from '@posthorn/contracts/external/external.http';
import { ERROR_CODES, type ErrorCode } from '@posthorn/contracts/shared/error-codes';
import { BRAND } from '@posthorn/contracts/shared/brand';
import { TAGS, type AnswerRow, type CallRow, type Content, type Schema } from './call-row.ts';
import { CALL_TABLE } from './call-table.ts';
import { HEADERS, headersOfAnswer, headersOfRefusal, IDEMPOTENCY_KEY, IF_MATCH } from './document-headers.ts';

/** Error codes of every call that needs a token. */
const REFUSALS_OF_ALL: readonly ErrorCode[] = [
  ...(['request.not-valid', 'request.parameter-unknown', 'request.malformed'] as const),
  ...(['request.refused', 'request.address-not-valid'] as const),
  ...(['external.token-not-valid', 'external.scope-missing', 'external.browser'] as const),
  ...(['request.too-large', 'request.wrong-host', 'request.too-many', 'server.bug'] as const),
  ...(['server.log-unavailable', 'server.log-busy', 'server.log-sealed'] as const),
  ...(['server.database-unavailable', 'server.storage-full'] as const),
];
/** Error codes of calls that need no token. */
const REFUSALS_OF_OPEN: readonly ErrorCode[] = [
  'external.browser',
  'request.wrong-host',
  'request.too-many',
  'server.bug',
];

/** Every error code of the API. `request.not-found` belongs to no call. */
export const EXTERNAL_CODES: readonly ErrorCode[] = [
  ...new Set([
    'request.not-found' as const,
    ...REFUSALS_OF_ALL,
    ...REFUSALS_OF_OPEN,
    ...Object.values(CALL_TABLE).flatMap(({ refusals = [] }: CallRow) => refusals),
  ]),
];
const EXPLAINED = Object.fromEntries(
  byStatus(EXTERNAL_CODES).flatMap(([status, codes]) =>
    codes.map((code) => [code, { status, means: ERROR_CODES[code][1] }] as const),
  ),
);

/** If the headers are too large, Node stops reading the request. The response has no body and none of our headers. */
const HEADERS_TOO_LARGE = `The headers of the request have more than ${String(maxHeaderSize)} bytes. The answer has no body.`;

const ref = (path: string) => ({ $ref: `#/components/${path}` });
const NUMBER: Schema = { type: 'integer', minimum: 1 };

/** The document of the API. @param schemas `componentSchemas` of the types in `DocumentTypes` */
export const openApi = (schemas: Readonly<Record<string, Schema>>): Schema => ({
  openapi: '3.1.0',
  info: {
    title: `${BRAND.name} API`,
    version: '1',
    license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    description:
      'Schedule posts from your own programs, and follow what happens to them. Fields may be added to an answer at any time; ' +
      'none is changed or removed. Times are UTC, ISO 8601. The server ignores unknown fields of a body. It refuses a change ' +
      'with an unknown parameter in its query.',
  },
  servers: [{ url: EXTERNAL_PATH }],
  security: [{ token: [] }],
  tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
  paths: pathsOf(Object.entries(CALL_TABLE)),
  components: {
    securitySchemes: {
      token: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: `${BRAND.apiTokenPrefix} and 49 letters and digits`,
        description:
          'An API token of one person. Its scopes say what it may do. Each call names the scope that it needs.',
      },
    },
    parameters: { IdempotencyKey: IDEMPOTENCY_KEY, IfMatch: IF_MATCH },
    headers: HEADERS,
    responses: {
      ...Object.fromEntries(
        byStatus(REFUSALS_OF_ALL).map(([status, codes]) => [nameOf(status), refused(status, codes)]),
      ),
      HeadersTooLarge: { description: HEADERS_TOO_LARGE },
    },
    schemas,
  },
  'x-error-codes': EXPLAINED,
});

/** The path of a call in the document: relative to the server's URL, with `{id}` for `:id`. */
const documentPath = ({ path }: CallRow['call']): string =>
  path.slice(EXTERNAL_PATH.length).replace(/:(\w+)/gu, '{$1}');

function pathsOf(rows: readonly (readonly [string, CallRow])[]): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const [operationId, row] of rows)
    (paths[documentPath(row.call)] ??= {})[row.call.method.toLowerCase()] = operation(operationId, row);
  return paths;
}

function operation(operationId: string, row: CallRow): Schema {
  const { call, tag, summary, description, body, answers, refusals = [] } = row;
  const isOpen = call.scope === undefined;
  const codesByStatus = byStatus([...refusals, ...(isOpen ? REFUSALS_OF_OPEN : REFUSALS_OF_ALL)]);
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    security: isOpen ? [] : [{ token: call.scope === null ? [] : [call.scope] }],
    parameters: parametersOf(row),
    ...(body && {
      requestBody: {
        required: body.isOptional !== true,
        content: { ...contentOf(body), ...(body.or && contentOf(body.or)) },
      },
    }),
    responses: {
      ...Object.fromEntries(Object.entries(answers).map(([status, each]) => [status, answer(each, isOpen)])),
      ...Object.fromEntries(
        codesByStatus.map(([status, codes]) => [
          status,
          codes.every((code) => REFUSALS_OF_ALL.includes(code))
            ? ref(`responses/${nameOf(status)}`)
            : refused(status, codes),
        ]),
      ),
      431: ref('responses/HeadersTooLarge'),
    },
  };
}

function parametersOf({
  call,
  path = {},
  query = {},
  isRepeatable,
  acceptsRevision,
}: CallRow): readonly Schema[] {
  const inPath = [...call.path.matchAll(/:(\w+)/gu)].map(([, name = '']) => {
    const described = {
      schema: NUMBER,
      description: name === 'id' ? 'Number of the post.' : 'Number of the account.',
    };
    return { name, in: 'path', required: true, ...(path[name] ?? described) };
  });
  const inQuery = Object.entries(query).map(([name, each]) => ({ name, in: 'query', ...each }));
  return [
    ...[...inPath, ...inQuery],
    ...(isRepeatable ? [ref('parameters/IdempotencyKey')] : []),
    ...(acceptsRevision ? [ref('parameters/IfMatch')] : []),
  ];
}

const answer = ({ description, content, headers = [] }: AnswerRow, isOpen: boolean): Schema => ({
  description,
  headers: headersOfAnswer(headers, isOpen),
  ...(content && { content: contentOf(content) }),
});

function contentOf(content: Content): Schema {
  if ('type' in content)
    return { 'application/json': { schema: ref(`schemas/${content.type}`), example: content.example } };
  const { mediaType = 'application/json', schema, example } = content;
  return { [mediaType]: { schema, ...(example !== undefined && { example }) } };
}

/** Groups the codes by status. */
function byStatus(codes: readonly ErrorCode[]): (readonly [number, readonly ErrorCode[]])[] {
  const statuses = [...new Set(codes.map((code) => ERROR_CODES[code][0]))].sort((a, b) => a - b);
  return statuses.map((status) => [
    status,
    [...new Set(codes)].filter((code) => ERROR_CODES[code][0] === status),
  ]);
}

const nameOf = (status: number): string => `Refused${String(status)}`;

/** An error response with its possible codes. */
const refused = (status: number, codes: readonly ErrorCode[]): Schema => ({
  description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code][1]}`).join('\n\n'),
  headers: headersOfRefusal(status),
  content: { 'application/problem+json': { schema: ref('schemas/Problem') } },
  'x-codes': codes,
});
