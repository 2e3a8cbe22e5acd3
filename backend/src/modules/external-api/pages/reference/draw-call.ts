import { markup, type Html } from '#infrastructure/http/pages/markup.ts';
import type { Schema } from '../../document/call-row.ts';
import {
  resolved,
  type ApiDocument,
  type DocumentOperation,
  type DocumentParameter,
  type DocumentResponse,
} from '../../document/read-document.ts';
import { curl } from './curl.ts';
import { fieldList, typeBody, typeName, typeAnchor } from './draw-schema.ts';
import { codeBlock, prose } from './prose.ts';
import { REFERENCE_TEXT as TEXT } from './reference-text.ts';

export type ShownCall = Readonly<{ method: string; path: string; operation: DocumentOperation }>;

/** Draws one call as a closed section. A link into its content opens the section. */
export function drawCall(document: ApiDocument, { method, path, operation }: ShownCall): Html {
  const { operationId, summary, description, responses } = operation;
  const parameters = operation.parameters.map((each) => resolved(document, each));
  const server = document.servers[0]?.url ?? '';
  const answers = Object.entries(responses).map(
    ([status, each]) => [status, resolved(document, each)] as const,
  );
  return markup`<details>
<summary><span class="method ${method}">${method}</span><h3>${summary}</h3><code>${path}</code></summary>
<div class="body" id="${operationId}">
<p>${description === undefined ? null : prose(description)}</p>
<p class="of">${scopeOf(operation)}</p>
${parametersOf(parameters)}
${bodyOf(document, operation)}
<h4>${TEXT.try}</h4>
${codeBlock(curl({ server, method, path, operation, parameters }), TEXT.exampleOf(summary))}
${answers
  .filter(([status]) => Number(status) < 400)
  .map(([status, answer]) => answerOf(status, answer, summary))}
<h4>${TEXT.refused}</h4>
<ul class="names">${answers.flatMap(([, { 'x-codes': codes = [] }]) => codes).map(codeLink)}</ul>
</div>
</details>`;
}

function scopeOf({ security: [first] }: DocumentOperation): Html {
  if (!first) return markup`${TEXT.open}`;
  const [scope] = first.token;
  return scope === undefined ? markup`${TEXT.anyScope}` : markup`${TEXT.scope} <code>${scope}</code>`;
}

function parametersOf(parameters: readonly DocumentParameter[]): Html | null {
  if (parameters.length === 0) return null;
  const fields = parameters.map(({ name, schema, description }) => [
    name,
    { ...schema, ...(description !== undefined && { description }) },
  ]);
  const required = parameters.flatMap(({ name, required: isRequired }) =>
    isRequired === true ? [name] : [],
  );
  return markup`<h4>${TEXT.parameters}</h4>
${fieldList(Object.fromEntries(fields) as Readonly<Record<string, Schema>>, required)}`;
}

function bodyOf(document: ApiDocument, { requestBody }: DocumentOperation): Html | null {
  const contents = Object.entries(requestBody?.content ?? {});
  if (contents.length === 0) return null;
  const kinds = contents.map(([mediaType, { schema }]) => {
    const kind = contents.length > 1 ? markup`<p><code>${mediaType}</code></p>` : null;
    return markup`${kind}${typeBody(resolved<Schema>(document, schema))}`;
  });
  return markup`<h4>${requestBody?.required === true ? TEXT.body : TEXT.optionalBody}</h4>
${kinds}`;
}

function answerOf(status: string, { description, content = {} }: DocumentResponse, summary: string): Html {
  const [body] = Object.values(content);
  const ref = body?.schema['$ref'];
  const type =
    typeof ref === 'string' ? markup` <a href="#${typeAnchor(typeName(ref))}">${typeName(ref)}</a>` : null;
  const example = body?.example === undefined ? null : exampleText(body.example);
  return markup`<h4>${TEXT.answer(status)}</h4>
<p>${description}${type}</p>
${example === null ? null : codeBlock(example, TEXT.exampleOf(`${summary}, ${status}`))}`;
}

const exampleText = (example: unknown): string =>
  typeof example === 'string' ? example : JSON.stringify(example, null, 2);

const codeLink = (code: string): Html => markup`<li><a href="#${code}"><code>${code}</code></a></li>`;
