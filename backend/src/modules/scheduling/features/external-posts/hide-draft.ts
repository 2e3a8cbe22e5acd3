import type { ApiScope } from '@posthorn/contracts/identity/api-tokens.http';
import { DraftWasChanged } from '../../domain/draft/draft-errors.ts';

/** Removes the draft from an error if the token may not read drafts. */
export const withoutForbiddenDraft = (error: unknown, scopes: readonly ApiScope[]): unknown =>
  error instanceof DraftWasChanged && !scopes.includes('drafts:read') ? error.withoutDraft() : error;
