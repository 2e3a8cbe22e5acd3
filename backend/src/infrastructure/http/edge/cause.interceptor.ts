import type { Cause } from '@posthorn/event-sourcing/event-store';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Observable } from 'rxjs';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { runInLane, REQUEST_LANE } from '#infrastructure/database/fair-queue.ts';
import type { EdgeRequest } from '../session/edge-request.ts';

/** Sets the cause of all events of a request: the API token, the signed-in user, or `system:http` for a request without sign-in. */
@Injectable()
export class CauseInterceptor implements NestInterceptor {
  constructor(private readonly causes: CauseContext) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<EdgeRequest>();
    const { requestId = '' } = request;
    const cause = { actor: actorOf(request), correlationId: requestId, causationId: requestId };
    return new Observable((subscriber) =>
      runInLane(REQUEST_LANE, () => this.causes.run(cause, () => next.handle().subscribe(subscriber))),
    );
  }
}

function actorOf({ signedIn, tokenHolder }: EdgeRequest): Cause['actor'] {
  if (tokenHolder) return { kind: 'apiToken', id: tokenHolder.tokenId };
  return signedIn ? { kind: 'user', id: signedIn.userId } : { kind: 'system', id: 'http' };
}
