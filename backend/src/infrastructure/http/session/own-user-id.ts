import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { PROFILE_TEXT } from '@posthorn/contracts/identity/profile.http';
import { RequestRefused } from '../errors/request-refused.ts';
import { signedInOf } from './current-user.ts';
import type { EdgeRequest } from './edge-request.ts';

/** The path names somebody else. The answer is that for nobody, so it does not tell who exists. */
class OtherUser extends RequestRefused {
  constructor() {
    super('identity.user-not-found', PROFILE_TEXT.userNotFound);
  }
}

/** `{userId}` of the path, which has to be the one who asks. 404 for anybody else's, 401 when nobody is signed in. */
export const OwnUserId = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const request = context.switchToHttp().getRequest<EdgeRequest>();
  const { userId } = signedInOf(request);
  if (request.params['userId'] !== userId) throw new OtherUser();
  return userId;
});
