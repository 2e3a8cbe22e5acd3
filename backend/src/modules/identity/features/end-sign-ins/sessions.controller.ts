import { endSession, listSessions, type SessionView } from '@posthorn/contracts/identity/session.http';
import { Controller, Delete, Get, HttpCode, Param } from '@nestjs/common';
import { CurrentUser, CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import type { SignedIn } from '#infrastructure/http/session/edge-request.ts';
import { SessionNotFound } from '../../domain/identity.errors.ts';
import { Sessions } from '../../stores/sessions/sessions.ts';

@Controller()
export class SessionsController {
  constructor(private readonly sessions: Sessions) {}

  @Get(listSessions.path)
  list(@CurrentUser() { userId, sessionId }: SignedIn): Promise<readonly SessionView[]> {
    return this.sessions.listOf(userId, sessionId);
  }

  @Delete(endSession.path)
  @HttpCode(204)
  async end(@CurrentUserId() userId: string, @Param('id') id: string): Promise<void> {
    if (!(await this.sessions.end(userId, id))) throw new SessionNotFound();
  }
}
