import { externalMe, type MeView } from '@posthorn/contracts/external/me.http';
import { openApiDocument } from '@posthorn/contracts/external/external.http';
import { row } from '../call-row.ts';
import { ENTITLEMENTS } from '@posthorn/contracts/billing/entitlements';

const { plan, ...entitlements } = ENTITLEMENTS.free;
const ME: MeView = {
  id: '0d5c1f9e-3c0b-4a5e-9a55-6f0f7f3f2b11',
  username: 'ana',
  plan,
  entitlements,
  token: {
    id: '7b0f6a52-5e0c-4c1f-8a59-0f2f1c6f9d3e',
    name: 'My blog',
    scopes: ['posts:read', 'posts:write'],
    expiresAt: null,
  },
  limits: { scheduledPosts: { used: 1, max: 3 } },
};

export const TOKEN_CALLS = {
  externalMe: row(externalMe, {
    tag: 'Token',
    summary: 'Show whose token this is',
    description:
      'The user, the plan with what is left of it, and the scopes of the token. Automation tools use it to test the connection.',
    answers: { 200: { description: 'The user and the token.', content: { type: 'Me', example: ME } } },
  }),
};

export const DOCUMENT_CALLS = {
  openApiDocument: row(openApiDocument, {
    tag: 'Document',
    summary: 'Get this document',
    description: 'OpenAPI 3.1. It needs no token. Send `If-None-Match` to learn whether it has changed.',
    answers: {
      200: { description: 'The document.', headers: ['ETag'], content: { schema: { type: 'object' } } },
      304: { description: 'It has not changed.', headers: ['ETag'] },
    },
  }),
};
