import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import type { EdgeRequest } from './edge-request.ts';
import { checkStillOpen, tokenNotValid } from './current-token.ts';
import { requireScope } from './require-scope.ts';
import { TokenReader, type TokenHolder } from './token-reader.ts';
import { TOKEN_ROUTE, type TokenRoute } from './token-route.ts';
import { PUBLIC_ROUTE } from './public-route.ts';
import { SessionReader } from './session-reader.ts';
import { SignedOut } from './signed-out.ts';

/**
 * Every route needs a session unless it has `@Public()`. A public route still gets the signed-in user, if there is one. A route with `@OpenedByToken()`
 * needs an API token with its scope, and no other route accepts one.
 */
@Injectable()
export class SessionGuard implements CanActivate {
  readonly #reflector = new Reflector();

  constructor(private readonly moduleRef: ModuleRef) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<EdgeRequest>();
    const byToken = this.#reflector.getAllAndOverride<TokenRoute | undefined>(TOKEN_ROUTE, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (byToken) {
      const holder = openedBy(request, byToken);
      // The first check ran before the body arrived, which may take minutes.
      if (hasBody(request)) await checkStillOpen(this.moduleRef.get(TokenReader, { strict: false }), holder);
      return true;
    }
    const isPublic = this.#reflector.getAllAndOverride<boolean | undefined>(PUBLIC_ROUTE, [
      context.getHandler(),
      context.getClass(),
    ]);
    // The reader comes from a module that infrastructure does not import, so it is resolved only when needed.
    const reader = this.moduleRef.get(SessionReader, { strict: false });
    const signedIn = isPublic && !request.headers.cookie ? null : await reader.read(request);
    if (signedIn) request.signedIn = signedIn;
    if (signedIn || isPublic) return true;
    throw new SignedOut();
  }
}

function openedBy({ tokenHolder }: EdgeRequest, { scope }: TokenRoute): TokenHolder {
  if (!tokenHolder) throw tokenNotValid();
  if (scope !== null) requireScope(tokenHolder, scope);
  return tokenHolder;
}

const hasBody = ({ headers }: EdgeRequest): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
