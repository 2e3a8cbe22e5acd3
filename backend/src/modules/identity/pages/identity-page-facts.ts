import { money } from '@posthorn/contracts/shared/money';
import { SIGN_IN_PROBLEM_TEXT } from '@posthorn/contracts/identity/sign-in-problems';
import {
  SIGN_IN_PROVIDER_NAMES,
  signInProblems,
  signInProviders,
} from '@posthorn/contracts/identity/sign-in-providers.http';
import { Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { SessionReader } from '#infrastructure/http/session/session-reader.ts';
import { ownPathOf } from '@posthorn/contracts/shared/own-path';
import { PageFacts } from '#infrastructure/http/pages/page-facts.ts';
import { markup } from '#infrastructure/http/pages/markup.ts';
import { AppState } from './app-state.ts';
import { LandingPrice } from '../ports/landing-price.ts';
import { sessionCookieOf } from '../stores/sessions/cookies.ts';
import { keepNextPage } from '../stores/sessions/next-page.ts';

/** The page for visitors shows a price. */
const LANDING = '/';
const LOGIN = '/login';
const POSTS = '/posts';

type Parts = Readonly<Record<string, string>>;

/** Fills the app's shell with the data that its first screen would request, and the sign-in page with facts of this installation. */
@Injectable()
export class IdentityPageFacts extends PageFacts {
  readonly #logger = new Logger('identity');

  constructor(
    private readonly state: AppState,
    private readonly prices: LandingPrice,
    private readonly configuration: Configuration,
    private readonly sessions: SessionReader,
  ) {
    super();
  }

  /** A cookie is enough here. The app's first call finds out whether the session is valid. */
  override mayBeSignedIn(request: Request): boolean {
    return sessionCookieOf(request) !== null;
  }

  /** Only for a valid session: a user with an ended one must reach the page. */
  override async leadsTo(request: Request): Promise<string | null> {
    if (request.path !== LOGIN || !this.mayBeSignedIn(request) || problemIn(request.query)) return null;
    const user = await this.sessions.read(request).catch(() => null);
    return user && (ownPathOf(request.query['next']) ?? POSTS);
  }

  override async fill({ path, query }: Pick<Request, 'path' | 'query'>, parts: Parts): Promise<Parts> {
    const state = this.state.show();
    // This is data, not a script, and the policy of the page runs none of it. `<` could close the element.
    const json = JSON.stringify(state).replaceAll('<', '\\u003c');
    const problem = problemIn(query);
    return {
      'app-state': `<script type="application/json" id="app-state">${json}</script>`,
      sandbox: state.sandbox ? into(parts['sandbox'], 'url', state.sandboxUrl ?? '') : '',
      problem: problem === null ? this.#news(query, parts) : into(parts['problem'], 'text', problem),
      receivers: this.#receivers(parts),
      price: path === LANDING ? await this.#price(parts) : '',
      providers: state.signInProviders.map((provider) => parts[provider] ?? '').join(''),
    };
  }

  /** Keeps the earlier wish of a user who is back from a provider without success. */
  override keep(request: Request, response: Response): void {
    if (request.path === LOGIN && problemIn(request.query) === null) keepNextPage(request, response);
  }

  /** Shown right after a user has deleted their account. */
  #news({ deleted }: Request['query'], parts: Parts): string {
    return deleted === '1' ? (parts['deleted'] ?? '') : '';
  }

  /** Receivers of personal data that not every installation has. */
  #receivers(parts: Parts): string {
    const { stripe, model } = this.configuration;
    const name = model && (model.isOpenAi ? 'OpenAI' : new URL(model.baseUrl).hostname);
    return [
      stripe ? (parts['receiver-stripe'] ?? '') : '',
      name === null ? '' : into(parts['receiver-model'], 'name', name),
    ].join('');
  }

  /** Without a database the page omits the price. */
  async #price(parts: Parts): Promise<string> {
    try {
      const { current, normally, next } = await this.prices.shown();
      const { amount, currency } = current;
      const isLower = amount < normally;
      return [
        into(parts['price'], 'amount', money(amount, currency)),
        isLower ? into(parts['price-normally'], 'normally', money(normally, currency)) : '',
        next
          ? into(
              into(parts['price-next'], 'from', day.format(new Date(next.from))),
              'next',
              money(next.amount, currency),
            )
          : '',
      ].join('');
    } catch (error) {
      this.#logger.warn({
        msg: 'The price could not be read; the landing page is shown without it',
        err: error,
      });
      return '';
    }
  }
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** Anyone can construct this address, so only known codes are accepted. */
function problemIn({ problem, provider }: Request['query']): string | null {
  const known = signInProblems.find((one) => one === problem);
  const at = signInProviders.find((one) => one === provider);
  return known && at ? SIGN_IN_PROBLEM_TEXT[known](SIGN_IN_PROVIDER_NAMES[at]) : null;
}

const into = (part = '', name: string, text: string): string =>
  part.replace(`<!--${name}-->`, () => markup`${text}`.html);
