import { externalMe } from '@posthorn/contracts/external/me.http';
import { openApiDocument } from '@posthorn/contracts/external/external.http';
import { row } from '../call-row.ts';
import { ME } from '../examples/token-examples.ts';

export const TOKEN_CALLS = {
  externalMe: row(externalMe, {
    tag: 'Token',
    summary: 'Show whose token this is',
    description:
      'User, plan, scopes of the token and what is left of the plan. The connection test of automation tools.',
    answers: { 200: { description: 'The user and the token.', content: { type: 'Me', example: ME } } },
  }),
};

export const DOCUMENT_CALLS = {
  openApiDocument: row(openApiDocument, {
    tag: 'Document',
    summary: 'Get this document',
    description: 'OpenAPI 3.1. Needs no token; ask with `If-None-Match` to learn whether it has changed.',
    answers: {
      200: { description: 'The document.', headers: ['ETag'], content: { schema: { type: 'object' } } },
      304: { description: 'It is the one that you have.', headers: ['ETag'] },
    },
  }),
};
