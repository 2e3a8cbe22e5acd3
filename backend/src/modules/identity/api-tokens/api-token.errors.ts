import { API_TOKEN_TEXT } from '@posthorn/contracts/identity/api-tokens.http';
import { DomainError } from '@posthorn/event-sourcing';

export class ApiTokenNotFound extends DomainError {
  override readonly name = 'ApiTokenNotFound';
  override readonly message = API_TOKEN_TEXT.notFound;
  override readonly kind = 'missing';
  readonly code = 'identity.api-token-not-found';
}

export class ApiTokenLimitReached extends DomainError {
  override readonly name = 'ApiTokenLimitReached';
  override readonly message = API_TOKEN_TEXT.limitReached;
  override readonly kind = 'refused';
  readonly code = 'identity.api-token-limit';
}
