import { API_REFERENCE_PATH, openApiDocument } from '@posthorn/contracts/external/external.http';
import { BRAND } from '@posthorn/contracts/shared/brand';
import { markup, type Html } from '#infrastructure/http/pages/markup.ts';
import type { Schema } from '../../document/call-row.ts';
import type { ApiDocument } from '../../document/read-document.ts';
import { drawCall, type ShownCall } from './draw-call.ts';
import { typeBody, typeAnchor } from './draw-schema.ts';
import { codeBlock, prose } from './prose.ts';
import { REFERENCE_STYLE } from './reference-style.ts';
import { REFERENCE_TEXT as TEXT } from './reference-text.ts';

const LOGO = markup`<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9" fill="currentColor"/><g fill="none"><circle cx="14" cy="16.5" r="5"/><path d="M5.5 11.5H14M9 16.5c0-3 2-5 5-5h3.5l8-4.5v11l-6.5-3"/><path d="M19 16.5c0 4.5-2.5 8-7 8H9"/></g></svg>`;

/** Returns the API reference page, which is drawn only from the document. */
export function drawReference(document: ApiDocument): string {
  const { info, tags } = document;
  const origin = new URL(document.servers[0]?.url ?? '').origin;
  const { html } = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${info.description}">
<title>${info.title}</title>
<link rel="canonical" href="${origin + API_REFERENCE_PATH}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${{ html: REFERENCE_STYLE.css }}</style>
</head>
<body>
<div class="page">
<a class="skip" href="#calls">${TEXT.skip}</a>
<header><a class="brand" href="/">${LOGO}${BRAND.name}</a>
<h1>${info.title}</h1>
<p class="lead">${info.description}</p>
<nav aria-label="${info.title}"><ul>${[...tags.map(({ name }) => name), TEXT.types, TEXT.errors].map(tagLink)}</ul></nav></header>
<main>
${beginSection(document)}
<div id="calls">${tags.map((tag) => tagSection(document, tag))}</div>
${typesSection(document)}
${errorsSection(document)}
</main>
</div>
</body>
</html>
`;
  return html;
}

const anchorOf = (name: string): string => name.toLowerCase();
const tagLink = (name: string): Html => markup`<li><a href="#${anchorOf(name)}">${name}</a></li>`;

function beginSection({ servers: [server] }: ApiDocument): Html {
  const url = server?.url ?? '';
  const document = new URL(openApiDocument.path, url).href;
  return markup`<section><h2 id="begin">${TEXT.begin}</h2>
<p>${prose(TEXT.token)}</p>
${codeBlock(`curl ${url}/me -H "Authorization: Bearer ${TEXT.noTokenExample}"`, TEXT.begin)}
<p>${TEXT.address} <code>${url}</code>. ${TEXT.document} <a href="${document}">${openApiDocument.path}</a></p>
<p>${prose(TEXT.limits)}</p>
<p>${prose(TEXT.refusals)}</p>
<p>${prose(TEXT.lists)}</p></section>`;
}

function tagSection(document: ApiDocument, { name, description }: ApiDocument['tags'][number]): Html {
  return markup`<section><h2 id="${anchorOf(name)}">${name}</h2>
<p class="lead">${description}</p>
${callsOf(document)
  .filter(({ operation }) => operation.tags[0] === name)
  .map((call) => drawCall(document, call))}</section>`;
}

const callsOf = ({ paths }: ApiDocument): readonly ShownCall[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

function typesSection({ components }: ApiDocument): Html {
  const schemas = Object.entries(components['schemas'] as Readonly<Record<string, Schema>>);
  return markup`<section><h2 id="${anchorOf(TEXT.types)}">${TEXT.types}</h2>
<p class="lead">${TEXT.typesLead}</p>
${schemas.map(
  ([name, schema]) =>
    markup`<details class="type"><summary><h3>${name}</h3></summary><div class="body" id="${typeAnchor(name)}">${typeBody(schema)}</div></details>`,
)}</section>`;
}

function errorsSection({ 'x-error-codes': codes }: ApiDocument): Html {
  return markup`<section><h2 id="${anchorOf(TEXT.errors)}">${TEXT.errors}</h2>
<p class="lead">${TEXT.errorsLead}</p>
<ul class="codes">${Object.entries(codes).map(
    ([code, { status, means }]) =>
      markup`<li id="${code}"><code>${code}</code> <span class="of">${String(status)}</span><p>${prose(means)}</p></li>`,
  )}</ul></section>`;
}
