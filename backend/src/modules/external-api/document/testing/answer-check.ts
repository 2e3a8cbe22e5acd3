import { EXTERNAL_PATH } from '@posthorn/contracts/external/external.http';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Schema } from '../call-row.ts';
import {
  resolved,
  type ApiDocument,
  type DocumentOperation,
  type DocumentResponse,
} from '../read-document.ts';

/** The product's response to a call below `/api/external`. */
export type AnsweredCall = Readonly<{
  method: string;
  path: string;
  status: number;
  headers: Headers;
  /** Undefined when the body was not read, as for a stream. */
  body: unknown;
}>;

/** Compares responses with the API document. In this check an undocumented field is an error, although clients must ignore unknown fields. */
export class AnswerCheck {
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  readonly #document: ApiDocument;
  readonly #paths: readonly (readonly [RegExp, Readonly<Record<string, DocumentOperation>>])[];

  constructor(document: ApiDocument) {
    this.#document = document;
    this.#ajv.addSchema(closed(document) as Schema, 'document');
    this.#paths = Object.entries(document.paths).map(([path, operations]) => [patternOf(path), operations]);
  }

  /** Returns the differences between a response and the document; empty when they agree. */
  problemsOf({ method, path, status, headers, body }: AnsweredCall): readonly string[] {
    const operation = this.#paths.find(([pattern]) => pattern.test(path))?.[1][method.toLowerCase()];
    if (!operation) return status < 400 ? ['the document has no such call'] : [];
    const documented = operation.responses[String(status)];
    if (documented === undefined) return [`the document has no status ${String(status)}`];
    const response = resolved<DocumentResponse>(this.#document, documented);
    return [...this.#headers(response, headers), ...this.#body(response, headers, body)];
  }

  /** @param schema as it stands in the document */
  problemsIn(schema: Schema, value: unknown): readonly string[] {
    const validate = this.#ajv.compile(located(schema) as Schema);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message = '', params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  #headers({ headers: documented = {} }: DocumentResponse, headers: Headers): readonly string[] {
    return Object.entries(documented).flatMap(([name, ref]) =>
      resolved<{ required?: boolean }>(this.#document, ref).required === true && !headers.has(name)
        ? [`the header ${name} is missing`]
        : [],
    );
  }

  #body(
    { content = {}, 'x-codes': codes }: DocumentResponse,
    headers: Headers,
    body: unknown,
  ): readonly string[] {
    const [entry] = Object.entries(content);
    if (!entry || body === undefined) return [];
    const [mediaType, { schema }] = entry;
    const sent = headers.get('content-type') ?? '';
    const code = String((body as Readonly<Record<string, unknown>> | null)?.['code']);
    return [
      ...(sent.startsWith(mediaType) ? [] : [`it is ${sent} in place of ${mediaType}`]),
      ...(codes === undefined || codes.includes(code) ? [] : [`the document has no code ${code} there`]),
      ...this.problemsIn(schema, body),
    ];
  }
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${EXTERNAL_PATH}${path.replaceAll('.', String.raw`\.`).replace(/\{\w+\}/gu, '[^/]+')}$`, 'u');

/** Returns the same schemas, but their objects allow no additional fields. */
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  const inner = Object.fromEntries(Object.entries(part).map(([name, each]) => [name, closed(each)]));
  return inner['type'] === 'object' && 'properties' in inner && !('additionalProperties' in inner)
    ? { ...inner, additionalProperties: false }
    : inner;
}

/** Makes references relative to the document, wherever the schema itself is. */
function located(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(located);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, each]) => [
      name,
      name === '$ref' ? `document${String(each)}` : located(each),
    ]),
  );
}
