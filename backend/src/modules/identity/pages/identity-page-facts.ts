import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { PageFacts } from '#infrastructure/http/page-facts.ts';
import { AppState } from '../app-state.ts';
import { sessionCookieOf } from '../sessions/cookies.ts';

/** Into the shell of the app: what its first screen would have to ask for. */
@Injectable()
export class IdentityPageFacts extends PageFacts {
  constructor(private readonly state: AppState) {
    super();
  }

  /** Whether the session still is one is found out by the first call. */
  override mayBeSignedIn(request: Request): boolean {
    return sessionCookieOf(request) !== null;
  }

  override fill(): Readonly<Record<string, string>> {
    // Data, no script: the policy of the page lets nothing of it run. `<` could end the element.
    const json = JSON.stringify(this.state.show()).replaceAll('<', '\\u003c');
    return { 'app-state': `<script type="application/json" id="app-state">${json}</script>` };
  }
}
