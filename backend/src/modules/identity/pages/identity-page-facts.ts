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
import { PageFacts } from '#infrastructure/http/pages/page-facts.ts';
import { markup } from '#infrastructure/http/pages/markup.ts';
import { AppState } from './app-state.ts';
import { LandingPrice } from '../ports/landing-price.ts';
import { sessionCookieOf } from '../stores/sessions/cookies.ts';
import { keepNextPage } from '../stores/sessions/next-page.ts';

/** What visitors see there names a price. */
const LANDING = '/';
const LOGIN = '/login';

type Parts = Readonly<Record<string, string>>;

/** Into the shell of the app: what its first screen would have to ask for. Into the page for signing in: what is so here and now. */
@Injectable()
export class IdentityPageFacts extends PageFacts {
  readonly #logger = new Logger('identity');

  constructor(
    private readonly state: AppState,
    private readonly prices: LandingPrice,
    private readonly configuration: Configuration,
  ) {
    super();
  }

  /** Whether the session still is one is found out by the first call. */
  override mayBeSignedIn(request: Request): boolean {
    return sessionCookieOf(request) !== null;
  }

  override async fill({ path, query }: Pick<Request, 'path' | 'query'>, parts: Parts): Promise<Parts> {
    const state = this.state.show();
    // Data, no script: the policy of the page lets nothing of it run. `<` could end the element.
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

  /** Whoever is back from a provider in vain still wants to go there. */
  override keep(request: Request, response: Response): void {
    if (request.path === LOGIN && problemIn(request.query) === null) keepNextPage(request, response);
  }

  /** To whoever has just had their account deleted. */
  #news({ deleted }: Request['query'], parts: Parts): string {
    return deleted === '1' ? (parts['deleted'] ?? '') : '';
  }

  /** Of personal data, besides those whom each installation has. */
  #receivers(parts: Parts): string {
    const { stripe, model } = this.configuration;
    const name = model && (model.isOpenAi ? 'OpenAI' : new URL(model.baseUrl).hostname);
    return [
      stripe ? (parts['receiver-stripe'] ?? '') : '',
      name === null ? '' : into(parts['receiver-model'], 'name', name),
    ].join('');
  }

  /** Without a database the page is shown without it. */
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
      this.#logger.warn({ msg: 'The landing page is shown without the price', err: error });
      return '';
    }
  }
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** Anybody can write an address, so only known words count. */
function problemIn({ problem, provider }: Request['query']): string | null {
  const known = signInProblems.find((one) => one === problem);
  const at = signInProviders.find((one) => one === provider);
  return known && at ? SIGN_IN_PROBLEM_TEXT[known](SIGN_IN_PROVIDER_NAMES[at]) : null;
}

const into = (part = '', name: string, text: string): string =>
  part.replace(`<!--${name}-->`, () => markup`${text}`.html);
