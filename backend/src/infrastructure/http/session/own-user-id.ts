import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { PROFILE_TEXT } from '@posthorn/contracts/identity/profile.http';
import { RequestRefused } from '../errors/request-refused.ts';
import { signedInOf } from './current-user.ts';
import type { EdgeRequest } from './edge-request.ts';

/** The path contains the id of another user. The response is that for an unknown user, so it does not reveal which users exist. */
class OtherUser extends RequestRefused {
  constructor() {
    super('identity.user-not-found', PROFILE_TEXT.userNotFound);
  }
}

/** `{userId}` of the path, which must be the signed-in user. 404 for another user's id, 401 without a session. */
export const OwnUserId = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const request = context.switchToHttp().getRequest<EdgeRequest>();
  const { userId } = signedInOf(request);
  if (request.params['userId'] !== userId) throw new OtherUser();
  return userId;
});
