import { Injectable } from '@nestjs/common';
import type { EdgeRequest, SignedIn } from '#infrastructure/http/session/edge-request.ts';
import { SessionReader } from '#infrastructure/http/session/session-reader.ts';
import { sessionCookieOf } from './cookies.ts';
import { Sessions } from './sessions.ts';

@Injectable()
export class CookieSessionReader extends SessionReader {
  constructor(private readonly sessions: Sessions) {
    super();
  }

  override async read(request: EdgeRequest): Promise<SignedIn | null> {
    const token = sessionCookieOf(request);
    const session = token && (await this.sessions.find(token));
    return session ? { userId: session.userId, sessionId: session.id, isFresh: session.isFresh } : null;
  }
}
