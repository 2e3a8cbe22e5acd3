import { SIGN_IN_PROBLEM_TEXT } from '@posthorn/contracts/identity/sign-in-problems';
import {
  SIGN_IN_PROVIDER_NAMES,
  signInProblems,
  signInProviders,
} from '@posthorn/contracts/identity/sign-in-providers.http';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { PageFacts } from '#infrastructure/http/page-facts.ts';
import { AppState } from '../app-state.ts';
import { sessionCookieOf } from '../sessions/cookies.ts';
import { markup } from './page.ts';

type Parts = Readonly<Record<string, string>>;

/** Into the shell of the app: what its first screen would have to ask for. Into the page for signing in: what is so here and now. */
@Injectable()
export class IdentityPageFacts extends PageFacts {
  constructor(private readonly state: AppState) {
    super();
  }

  /** Whether the session still is one is found out by the first call. */
  override mayBeSignedIn(request: Request): boolean {
    return sessionCookieOf(request) !== null;
  }

  override fill({ query }: Pick<Request, 'query'>, parts: Parts): Parts {
    const state = this.state.show();
    // Data, no script: the policy of the page lets nothing of it run. `<` could end the element.
    const json = JSON.stringify(state).replaceAll('<', '\\u003c');
    const problem = problemIn(query);
    return {
      'app-state': `<script type="application/json" id="app-state">${json}</script>`,
      sandbox: state.sandbox ? into(parts['sandbox'], 'url', state.sandboxUrl ?? '') : '',
      problem: problem === null ? '' : into(parts['problem'], 'text', problem),
      providers: state.signInProviders.map((provider) => parts[provider] ?? '').join(''),
    };
  }
}

/** Anybody can write an address, so only known words count. */
function problemIn({ problem, provider }: Request['query']): string | null {
  const known = signInProblems.find((one) => one === problem);
  const at = signInProviders.find((one) => one === provider);
  return known && at ? SIGN_IN_PROBLEM_TEXT[known](SIGN_IN_PROVIDER_NAMES[at]) : null;
}

const into = (part = '', name: string, text: string): string =>
  part.replace(`<!--${name}-->`, () => markup`${text}`.html);
