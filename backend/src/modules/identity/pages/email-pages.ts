import { emailNotMe, verifyEmail } from '@posthorn/contracts/identity/email-change.http';
import { BRAND } from '@posthorn/contracts/shared/brand';
import { markup, type Html } from '#infrastructure/markup.ts';
import type { Page } from './page.ts';

const settings = markup`<a class="button" href="/settings">Open Settings</a>`;

const form = (
  action: string,
  token: string,
  button: string,
): Html => markup`<form method="post" action="${action}">
<input type="hidden" name="token" value="${token}">
<button>${button}</button>
</form>`;

export const confirmEmailPage = (token: string): Page => ({
  title: 'Confirm your address',
  body: markup`<p>Press the button to use this address for your ${BRAND.name} account.</p>
${form(verifyEmail.path, token, 'Confirm address')}
<p class="note">The address before gets a notice, and does not sign you in any more.</p>`,
});

export const emailChangedPage = (): Page => ({
  title: 'Address changed',
  body: markup`<p role="status">From now on this address signs you in.</p>
${settings}`,
});

export const notMePage = (token: string): Page => ({
  title: 'It was not me',
  body: markup`<p>Press the button to sign everybody out of your ${BRAND.name} account, in every browser.</p>
${form(emailNotMe.path, token, 'Sign everybody out')}
<p class="note">The address stays changed. Write to whoever runs ${BRAND.name}: they can see what happened.</p>`,
});

export const signedOutPage = (): Page => ({
  title: 'Everybody is signed out',
  body: markup`<p role="status">Nobody is signed in to your account any more.</p>
<p>Now write to whoever runs ${BRAND.name}: whoever reads the new address can still sign in with it.</p>`,
});

export const refusedLinkPage = (message: string): Page => ({
  title: 'Email address',
  body: markup`<p class="bad" role="alert">${message}</p>
${settings}`,
});
