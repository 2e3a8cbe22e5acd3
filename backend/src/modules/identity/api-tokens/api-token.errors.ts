import { API_TOKEN_TEXT } from '@posthorn/contracts/identity/api-tokens.http';
import { refusal } from '@posthorn/contracts/shared/refusal';

export class ApiTokenNotFound extends refusal('identity.api-token-not-found', API_TOKEN_TEXT.notFound) {}

export class ApiTokenLimitReached extends refusal('identity.api-token-limit', API_TOKEN_TEXT.limitReached) {}
