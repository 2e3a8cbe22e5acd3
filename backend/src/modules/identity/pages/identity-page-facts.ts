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

/** The path of the page for visitors, which shows the price. */
const LANDING = '/';
const LOGIN = '/login';
const POSTS = '/posts';

type Parts = Readonly<Record<string, string>>;

/** Fills the shell of the app with data that the first screen would request, and the public pages with facts of this installation. */
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

  /** Checks only for a cookie. The first call of the app finds out whether the session is valid. */
  override mayBeSignedIn(request: Request): boolean {
    return sessionCookieOf(request) !== null;
  }

  /** Redirects only with a valid session, because a user whose session has ended needs the sign-in page. */
  override async leadsTo(request: Request): Promise<string | null> {
    if (request.path !== LOGIN || !this.mayBeSignedIn(request) || problemIn(request.query)) return null;
    const user = await this.sessions.read(request).catch(() => null);
    return user && (ownPathOf(request.query['next']) ?? POSTS);
  }

  override async fill({ path, query }: Pick<Request, 'path' | 'query'>, parts: Parts): Promise<Parts> {
    const state = this.state.show();
    // The element contains data, and the policy of the page executes no inline script. A `<` in the data could close the element.
    const json = JSON.stringify(state).replaceAll('<', '\\u003c');
    const problem = problemIn(query);
    return {
      'app-state': `<script type="application/json" id="app-state">${json}</script>`,
      sandbox: state.sandbox ? fillPlaceholder(parts['sandbox'], 'url', state.sandboxUrl ?? '') : '',
      problem:
        problem === null
          ? this.#deletedMessage(query, parts)
          : fillPlaceholder(parts['problem'], 'text', problem),
      receivers: this.#receivers(parts),
      price: path === LANDING ? await this.#price(parts) : '',
      providers: state.signInProviders.map((provider) => parts[provider] ?? '').join(''),
    };
  }

  /** Stores the page that the user requested. After a failed sign-in with a provider, the page that was stored before stays. */
  override keep(request: Request, response: Response): void {
    if (request.path === LOGIN && problemIn(request.query) === null) keepNextPage(request, response);
  }

  /** Returns the message for a user who has just deleted the account. */
  #deletedMessage({ deleted }: Request['query'], parts: Parts): string {
    return deleted === '1' ? (parts['deleted'] ?? '') : '';
  }

  /** Returns the receivers of personal data that only some installations have. */
  #receivers(parts: Parts): string {
    const { stripe, model } = this.configuration;
    const name = model && (model.isOpenAi ? 'OpenAI' : new URL(model.baseUrl).hostname);
    return [
      stripe ? (parts['receiver-stripe'] ?? '') : '',
      name === null ? '' : fillPlaceholder(parts['receiver-model'], 'name', name),
    ].join('');
  }

  /** Returns no price if the price cannot be read. */
  async #price(parts: Parts): Promise<string> {
    try {
      const { current, normally, next } = await this.prices.shown();
      const { amount, currency } = current;
      const isLower = amount < normally;
      return [
        fillPlaceholder(parts['price'], 'amount', money(amount, currency)),
        isLower ? fillPlaceholder(parts['price-normally'], 'normally', money(normally, currency)) : '',
        next
          ? fillPlaceholder(
              fillPlaceholder(parts['price-next'], 'from', day.format(new Date(next.from))),
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

/** Returns the sentence about a problem. Accepts only known codes, because other sites can link to this page with any query. */
function problemIn({ problem, provider }: Request['query']): string | null {
  const known = signInProblems.find((code) => code === problem);
  const knownProvider = signInProviders.find((name) => name === provider);
  return known && knownProvider ? SIGN_IN_PROBLEM_TEXT[known](SIGN_IN_PROVIDER_NAMES[knownProvider]) : null;
}

const fillPlaceholder = (part = '', name: string, text: string): string =>
  part.replace(`<!--${name}-->`, () => markup`${text}`.html);
