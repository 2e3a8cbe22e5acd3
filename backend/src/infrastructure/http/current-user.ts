import { SIGN_IN_TEXT } from '@posthorn/contracts/identity/session.http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { EdgeRequest, SignedIn } from './edge-request.ts';
import { RequestRefused } from './request-refused.ts';

/** @throws RequestRefused 401 `identity.signed-out` */
export function signedInOf(request: EdgeRequest): SignedIn {
  if (!request.signedIn) throw new RequestRefused('identity.signed-out', SIGN_IN_TEXT.signedOut);
  return request.signedIn;
}

/** Who asks; 401 when nobody is signed in. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): SignedIn =>
  signedInOf(context.switchToHttp().getRequest<EdgeRequest>()),
);

/** The id of who asks; 401 when nobody is signed in. */
export const CurrentUserId = createParamDecorator(
  (_: unknown, context: ExecutionContext): string =>
    signedInOf(context.switchToHttp().getRequest<EdgeRequest>()).userId,
);
