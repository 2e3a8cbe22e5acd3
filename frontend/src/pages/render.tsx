import { ACCOUNT_TEXT } from '@posthorn/contracts/identity/account.http';
import { signInProviders } from '@posthorn/contracts/identity/sign-in-providers.http';
import { Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Faq } from '#features/billing/components/faq.tsx';
import { PlanComparison } from '#features/billing/components/plan-comparison.tsx';
import { PlansFrame, PlansHeader } from '#features/billing/components/plans-frame.tsx';
import {
  PriceNext as PlanNext,
  PriceNow as PlanPrice,
  PriceUnknown,
} from '#features/billing/components/price.tsx';
import { NotNow, SignInToUpgrade } from '#features/billing/components/upgrade-button.tsx';
import { SUBSCRIBE_TEXT } from '#features/billing/messages/subscribe.en.ts';
import { ProviderButton } from '#features/identity/components/provider-button.tsx';
import { SandboxNotice } from '#features/identity/components/sandbox-notice.tsx';
import { SignInPage } from '#features/identity/components/sign-in-page.tsx';
import { ProblemNote } from '#features/identity/components/sign-in-problem.tsx';
import { SIGN_IN_PAGE_TEXT } from '#features/identity/messages/sign-in.en.ts';
import { Note } from '#ui/note.tsx';
import { LandingPage } from './landing/landing-page.tsx';
import { LANDING_TEXT } from './landing/messages.en.ts';
import { PriceNext, PriceNormally, PriceNow } from './landing/pricing.tsx';
import { LegalPage } from './legal-page.tsx';
import { OfflinePage } from './offline-page.tsx';
import { OFFLINE_TEXT, PRIVACY, RECEIVERS, TERMS } from './messages.en.ts';

/**
 * A page without the app. `hasTheme`: a script applies the theme that the user chose in the app. `script`: a
 * further script of the page.
 */
export type Rendered = Readonly<{
  title: string;
  description: string;
  body: string;
  hasTheme: boolean;
  script?: string;
}>;

/**
 * Returns a placeholder. `html` turns placeholders into the HTML comments that the server replaces, because
 * React cannot render comments.
 */
const place = (name: string) => `[[${name}]]`;
const html = (node: ReactNode): string =>
  renderToStaticMarkup(<Fragment>{node}</Fragment>).replaceAll(/\[\[([a-z-]+)\]\]/g, '<!--$1-->');

/** Reloads the page when the server responds. A browser reports "online" once, when it gets a network, perhaps long before the server is
 * reachable. So the page also polls the server every five seconds.
 */
const RELOAD_WHEN_REACHED = [
  "const o={method:'HEAD',cache:'no-store'}",
  "const ask=()=>fetch('/offline',{...o,signal:AbortSignal.timeout(4e3)}).then(r=>{if(r.ok)location.reload()},()=>{})",
  "addEventListener('online',ask)",
  'setInterval(ask,5e3)',
].join(';');

export const pages: Readonly<Record<string, Rendered>> = {
  landing: {
    title: LANDING_TEXT.title,
    description: LANDING_TEXT.description,
    body: html(<LandingPage price={place('price')} />),
    hasTheme: true,
  },
  login: {
    title: SIGN_IN_PAGE_TEXT.title,
    description: SIGN_IN_PAGE_TEXT.hint,
    body: html(
      <>
        {place('sandbox')}
        <SignInPage problem={place('problem')} providers={place('providers')} />
      </>,
    ),
    hasTheme: true,
  },
  // The plans for visitors. Signed-in users get the app at the same URL.
  plans: {
    title: SUBSCRIBE_TEXT.title,
    description: SUBSCRIBE_TEXT.hint,
    body: html(
      <PlansFrame isSignedIn={false}>
        <PlansHeader />
        <PlanComparison plan={null} price={place('plan-price')}>
          {place('upgrade')}
        </PlanComparison>
        <Faq />
      </PlansFrame>,
    ),
    hasTheme: true,
  },
  terms: {
    title: TERMS.title,
    description: TERMS.summary,
    body: html(<LegalPage text={TERMS} other="privacy" place={place} />),
    hasTheme: false,
  },
  privacy: {
    title: PRIVACY.title,
    description: PRIVACY.summary,
    body: html(<LegalPage text={PRIVACY} other="terms" place={place} />),
    hasTheme: false,
  },
  offline: {
    title: OFFLINE_TEXT.title,
    description: OFFLINE_TEXT.reason,
    body: html(<OfflinePage />),
    hasTheme: true,
    script: RELOAD_WHEN_REACHED,
  },
};

/** The parts of pages that the server inserts into placeholders if they apply. */
export const parts: Readonly<Record<string, string>> = {
  price: html(<PriceNow amount={place('amount')} />),
  'price-normally': html(<PriceNormally normally={place('normally')} />),
  'price-next': html(<PriceNext from={place('from')} next={place('next')} />),
  'plan-price': html(<PlanPrice amount={place('amount')} normally={null} />),
  'plan-price-lower': html(<PlanPrice amount={place('amount')} normally={place('normally')} />),
  'plan-price-next': html(<PlanNext from={place('from')} amount={place('next')} />),
  'plan-price-unknown': html(<PriceUnknown />),
  upgrade: html(<SignInToUpgrade />),
  'upgrade-not-now': html(<NotNow />),
  sandbox: html(<SandboxNotice url={place('url')} />),
  'receiver-stripe': html(<li>{RECEIVERS.stripe}</li>),
  'receiver-model': html(
    <li>
      {RECEIVERS.model[0]}
      {place('name')}
      {RECEIVERS.model[1]}
    </li>,
  ),
  deleted: html(<Note className="my-3">{ACCOUNT_TEXT.begun}</Note>),
  problem: html(<ProblemNote>{place('text')}</ProblemNote>),
  ...Object.fromEntries(
    signInProviders.map((provider) => [provider, html(<ProviderButton provider={provider} />)]),
  ),
};
