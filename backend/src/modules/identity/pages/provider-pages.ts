import {
  SIGN_IN_PROVIDER_NAMES,
  signInPath,
  type SignInProvider,
} from '@posthorn/contracts/identity/sign-in-providers.http';
import { BRAND } from '@posthorn/contracts/shared/brand';
import { markup } from '#infrastructure/http/pages/markup.ts';
import type { HtmlPage } from '#infrastructure/http/pages/page.ts';

/** Returns the page for a navigation that did not start on our own pages: the user must press a button. */
export const confirmProviderPage = (provider: SignInProvider, link: boolean): HtmlPage => {
  const name = SIGN_IN_PROVIDER_NAMES[provider];
  return {
    title: link ? `Connect ${name}` : 'Sign in',
    body: markup`<p>${link ? `Do you want to sign in to ${BRAND.name} with ${name} from now on?` : `Do you want to sign in to ${BRAND.name} with ${name}?`}</p>
<form method="post" action="${signInPath(provider)}">
${link ? markup`<input type="hidden" name="link" value="1">` : null}
<button>Continue with ${name}</button>
</form>
<p class="note"><a href="/">Back to Home</a></p>`,
  };
};

/** Returns the page whose header `refresh` loads the provider's page. The link is for browsers that ignore this header. */
export const redirectPage = (provider: SignInProvider, address: string): HtmlPage => {
  const name = SIGN_IN_PROVIDER_NAMES[provider];
  return {
    title: `Going to ${name}`,
    body: markup`<p role="status">This takes a moment.</p>
<a class="button" href="${address}">Continue to ${name}</a>`,
  };
};
