import type { DocumentOperation, DocumentParameter } from '../../document/read-document.ts';
import { REFERENCE_TEXT as TEXT } from './reference-text.ts';

/** The ids in the example responses. */
const IN_PATH: Readonly<Record<string, string>> = { id: '7', accountId: '12' };

type CurlCall = Readonly<{
  server: string;
  method: string;
  path: string;
  operation: DocumentOperation;
  parameters: readonly DocumentParameter[];
}>;

/** Returns the call as a command line for a shell. */
export function curl({ server, method, path, operation, parameters }: CurlCall): string {
  const filled = path.replace(/\{(\w+)\}/gu, (_, name: string) => exampleOf(name, parameters));
  const query = parameters
    .filter((each) => each.in === 'query' && each.required === true)
    .map(({ name }) => `${name}=${exampleOf(name, parameters)}`);
  const url = server + [filled, ...(query.length > 0 ? [query.join('&')] : [])].join('?');
  const [mediaType, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const isForm = mediaType === 'multipart/form-data';
  const parts = [
    `curl${method === 'GET' || (method === 'POST' && body) ? '' : ` -X ${method}`} ${quoted(url)}`,
    ...(operation.security.length > 0 ? [`-H "Authorization: Bearer ${TEXT.noTokenExample}"`] : []),
    ...(parameters.some(({ name }) => name === 'Idempotency-Key') ? [`-H 'Idempotency-Key: row-7'`] : []),
    ...(isForm ? ['-F media=@bread.jpg'] : []),
    ...(body && !isForm
      ? [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body.example))}`]
      : []),
  ];
  return parts.join(' \\\n  ');
}

function exampleOf(name: string, parameters: readonly DocumentParameter[]): string {
  const example = parameters.find((each) => each.name === name)?.schema['example'];
  return typeof example === 'string' ? example : (IN_PATH[name] ?? name);
}

const quoted = (text: string): string =>
  /^[\w:/.,@-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
