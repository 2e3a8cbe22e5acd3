import { signOut } from '@posthorn/contracts/identity/session.http';
import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Public } from '#infrastructure/http/session/public-route.ts';
import { isOwnNavigation } from '#infrastructure/http/edge/same-site.guard.ts';
import { isForm, sendPage } from '#infrastructure/http/pages/page.ts';
import { signOutPage } from '../../pages/sign-in-pages.ts';
import { clearSessionCookie, sessionCookieOf } from '../../stores/sessions/cookies.ts';
import { Sessions } from '../../stores/sessions/sessions.ts';

/** Public, because signing out must also work with an expired session. */
@Public()
@Controller()
export class SignOutController {
  constructor(private readonly sessions: Sessions) {}

  /** A request from a link on another site also contains the session cookie. So only requests from our own pages and from the browser's address bar sign out immediately. */
  @Get(signOut.path)
  async leave(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (request.method === 'GET' && isOwnNavigation(request)) {
      await this.end(request, response);
      response.redirect(303, '/');
    } else sendPage(response, signOutPage());
  }

  @Post(signOut.path)
  async signOut(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.end(request, response);
    if (isForm(request)) response.redirect(303, '/');
    else response.status(204).end();
  }

  private async end(request: Request, response: Response): Promise<void> {
    const token = sessionCookieOf(request);
    if (token) await this.sessions.endByToken(token);
    clearSessionCookie(response);
  }
}
