import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { signedInOf } from '#infrastructure/http/session/current-user.ts';
import type { EdgeRequest } from '#infrastructure/http/session/edge-request.ts';
import { UserNotFound } from '../domain/identity.errors.ts';

/** `{userId}` of the path, which has to be the one who asks. @throws UserNotFound for anybody else's */
export const OwnUserId = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const request = context.switchToHttp().getRequest<EdgeRequest>();
  const { userId } = signedInOf(request);
  if (request.params['userId'] !== userId) throw new UserNotFound();
  return userId;
});
