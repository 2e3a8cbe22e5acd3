import type { ApiScope } from '@posthorn/contracts/identity/api-tokens.http';
import { DraftWasChanged } from '../../domain/draft/draft-errors.ts';

/** The answer to a token that may not read drafts has no draft. */
export const withoutUnreadDraft = (error: unknown, scopes: readonly ApiScope[]): unknown =>
  error instanceof DraftWasChanged && !scopes.includes('drafts:read') ? error.withoutDraft() : error;
