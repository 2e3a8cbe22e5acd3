import { PUBLIC_USER_TEXT } from '@posthorn/contracts/identity/public-user.http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { EdgeRequest } from '../session/edge-request.ts';
import { RequestNotValid } from '../errors/request-refused.ts';

/**
 * The username that a request contains: in its path, otherwise in `?username=`.
 * @throws RequestNotValid when both are missing
 */
export const UsernameParam = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { params, query } = context.switchToHttp().getRequest<EdgeRequest>();
  const name = params['username'] ?? query['username'];
  if (typeof name !== 'string' || name === '')
    throw new RequestNotValid({ username: PUBLIC_USER_TEXT.usernameMissing });
  return name;
});
