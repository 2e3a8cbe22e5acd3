import type { PricesView } from '@posthorn/contracts/billing/billing.http';
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

/** The paths of the two pages for visitors that show the price. */
const LANDING = '/';
const PLANS = '/subscribe';
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
      ...(path === LANDING || path === PLANS ? this.#priceParts(path, await this.#prices(), parts) : {}),
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

  /** Null if the prices cannot be read. */
  async #prices(): Promise<PricesView | null> {
    try {
      return await this.prices.shown();
    } catch (error) {
      this.#logger.warn({ msg: 'The price could not be read; the page is shown without it', err: error });
      return null;
    }
  }

  #priceParts(path: string, prices: PricesView | null, parts: Parts): Parts {
    if (path === LANDING) return { price: prices ? landingPrice(prices, parts) : '' };
    return {
      'plan-price': prices ? planPrice(prices, parts) : (parts['plan-price-unknown'] ?? ''),
      upgrade: parts[prices?.canSubscribe ? 'upgrade' : 'upgrade-not-now'] ?? '',
    };
  }
}

function landingPrice(prices: PricesView, parts: Parts): string {
  const { amount, normally, next } = wordsOf(prices);
  return [
    fillPlaceholders(parts['price'], { amount }),
    normally === null ? '' : fillPlaceholders(parts['price-normally'], { normally }),
    next ? fillPlaceholders(parts['price-next'], next) : '',
  ].join('');
}

function planPrice(prices: PricesView, parts: Parts): string {
  const { amount, normally, next } = wordsOf(prices);
  return [
    normally === null
      ? fillPlaceholders(parts['plan-price'], { amount })
      : fillPlaceholders(parts['plan-price-lower'], { amount, normally }),
    next ? fillPlaceholders(parts['plan-price-next'], next) : '',
  ].join('');
}

/** `normally`: null, unless it is higher than today's price. */
function wordsOf({ current: { amount, currency }, normally, next }: PricesView) {
  return {
    amount: money(amount, currency),
    normally: amount < normally ? money(normally, currency) : null,
    next: next && { from: dayOf(next.from), next: money(next.amount, currency) },
  };
}

/** Made at each use: the first such format takes 20 ms, which would delay each start. */
const dayOf = (at: string): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at));

/** Returns the sentence about a problem. Accepts only known codes, because other sites can link to this page with any query. */
function problemIn({ problem, provider }: Request['query']): string | null {
  const known = signInProblems.find((code) => code === problem);
  const knownProvider = signInProviders.find((name) => name === provider);
  return known && knownProvider ? SIGN_IN_PROBLEM_TEXT[known](SIGN_IN_PROVIDER_NAMES[knownProvider]) : null;
}

const fillPlaceholder = (part: string | undefined, name: string, text: string): string =>
  fillPlaceholders(part, { [name]: text });

const fillPlaceholders = (part = '', texts: Readonly<Record<string, string>>): string =>
  Object.entries(texts).reduce(
    (html, [name, text]) => html.replaceAll(`<!--${name}-->`, () => markup`${text}`.html),
    part,
  );
