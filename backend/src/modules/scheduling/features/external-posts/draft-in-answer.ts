import type { ApiScope } from '@posthorn/contracts/identity/api-tokens.http';
import { DraftWasChanged } from '../../domain/draft/draft-errors.ts';

/** Removes the draft from an error for a token that may not read drafts. */
export const withoutUnreadDraft = (error: unknown, scopes: readonly ApiScope[]): unknown =>
  error instanceof DraftWasChanged && !scopes.includes('drafts:read') ? error.withoutDraft() : error;
