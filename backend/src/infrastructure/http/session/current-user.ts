import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { EdgeRequest, SignedIn } from './edge-request.ts';
import { SignedOut } from './signed-out.ts';

/** @throws SignedOut */
export function signedInOf(request: EdgeRequest): SignedIn {
  if (!request.signedIn) throw new SignedOut();
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
