import { API_TOKEN, type ApiScope } from '@posthorn/contracts/identity/api-tokens.http';

/** Texts of the card that are needed on every tab. */
export const API_ACCESS_TEXT = {
  tabs: 'API Access',
  tokens: 'API Tokens',
  webhooks: 'Webhooks',
  documentation: 'Documentation',
  failed: 'This could not be loaded.',
  again: 'Try again',
  cancel: 'Cancel',
  done: 'Done',
} as const;

export const COPY_TEXT = {
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Your browser blocked copying',
  notCopiedHint: 'Select the text and copy it yourself.',
} as const;

export const TOKENS_TEXT = {
  hint: 'A program with a token can act in your name, within the permissions that you choose.',
  list: 'API tokens',
  none: 'You have no API token yet.',
  taken: (count: number) => `${String(count)} of ${String(API_TOKEN.perUser)} tokens.`,
  create: 'Create API token',
  allScopes: 'all permissions',
  used: (time: string) => `Last used ${time}`,
  neverUsed: 'Never used',
  made: (time: string) => `created ${time}`,
  ends: (time: string) => `expires ${time}`,
  endless: 'never expires',
  ended: (time: string) => `Expired ${time}`,
  delete: 'Delete',
  deleteOf: (name: string) => `Delete ${name}`,
  ask: 'Are you sure you want to delete this API token?',
  askHint: (name: string) => `Programs that use “${name}” stop working at once.`,
  deleted: 'Token Deleted',
  deletedHint: (name: string) => `“${name}” no longer works.`,
  notDeleted: 'Failed to delete API token',
  notDeletedHint: 'Please try again.',
} as const;

export const NEW_TOKEN_TEXT = {
  title: 'Create API token',
  name: 'Name',
  nameHint: 'To recognize it later. For example, the program that uses it.',
  nameExample: 'My blog',
  scopes: 'Permissions',
  ends: 'Expires',
  days: { '30': 'In 30 days', '90': 'In 90 days', '365': 'In 1 year', '': 'Never' },
  create: 'Create token',
  creating: 'Creating…',
  failed: 'Failed to create API token',
  failedHint: 'Please try again.',
  createdTitle: 'Your new API token',
  token: 'API token',
  once: 'Copy it now. You will not be able to see it again.',
  created: 'API Token Created',
} as const;

/** A scope of a token: a line for its checkbox, and a short form for the list. */
export const SCOPE_TEXT: Readonly<Record<ApiScope, Readonly<{ line: string; short: string }>>> = {
  'posts:read': { line: 'See posts, their history and figures', short: 'see posts' },
  'posts:write': { line: 'Schedule, edit and delete posts', short: 'write posts' },
  'drafts:read': { line: 'See drafts', short: 'see drafts' },
  'drafts:write': { line: 'Write and delete drafts', short: 'write drafts' },
  'media:write': { line: 'Upload pictures and videos', short: 'upload media' },
  'accounts:read': { line: 'See connected accounts', short: 'see accounts' },
  'comments:read': { line: 'Read comments', short: 'read comments' },
  'comments:write': { line: 'Reply to comments in your name', short: 'reply to comments' },
  'events:read': { line: 'Receive all updates', short: 'receive updates' },
  'webhooks:write': { line: 'Set up webhooks', short: 'set up webhooks' },
};
