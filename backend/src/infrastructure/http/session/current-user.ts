import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { EdgeRequest, SignedIn } from './edge-request.ts';
import { SignedOut } from './signed-out.ts';

/** @throws SignedOut */
export function signedInOf(request: EdgeRequest): SignedIn {
  if (!request.signedIn) throw new SignedOut();
  return request.signedIn;
}

/** The signed-in user; 401 without a session. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): SignedIn =>
  signedInOf(context.switchToHttp().getRequest<EdgeRequest>()),
);

/** The id of the signed-in user; 401 without a session. */
export const CurrentUserId = createParamDecorator(
  (_: unknown, context: ExecutionContext): string =>
    signedInOf(context.switchToHttp().getRequest<EdgeRequest>()).userId,
);
