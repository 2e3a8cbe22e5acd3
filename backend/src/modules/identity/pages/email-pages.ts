import { emailNotMe, openOtherAccount, verifyEmail } from '@posthorn/contracts/identity/email-change.http';
import { BRAND } from '@posthorn/contracts/shared/brand';
import { markup, type Html } from '#infrastructure/http/pages/markup.ts';
import type { HtmlPage } from '#infrastructure/http/pages/page.ts';

const settings = markup`<a class="button" href="/settings">Open Settings</a>`;

const form = (
  action: string,
  token: string,
  button: string,
): Html => markup`<form method="post" action="${action}">
<input type="hidden" name="token" value="${token}">
<button>${button}</button>
</form>`;

export const confirmEmailPage = (token: string): HtmlPage => ({
  title: 'Confirm your address',
  body: markup`<p>Press the button to use this address for your ${BRAND.name} account.</p>
${form(verifyEmail.path, token, 'Confirm address')}
<p class="note">We notify your old address. You can no longer sign in with it.</p>`,
});

export const emailChangedPage = (): HtmlPage => ({
  title: 'Address changed',
  body: markup`<p role="status">From now on, you sign in with this address.</p>
${settings}`,
});

export const notMePage = (token: string): HtmlPage => ({
  title: 'It was not me',
  body: markup`<p>Press the button to take your ${BRAND.name} account back:</p>
<ul>
<li>Every browser is signed out.</li>
<li>You sign in with this address again, and with no other. Google and LinkedIn are disconnected.</li>
<li>All API tokens are deleted, and all webhooks are suspended.</li>
</ul>
${form(emailNotMe.path, token, 'Take my account back')}
<p class="note">Your posts and connected accounts stay as they are.</p>`,
});

export const reclaimedPage = (): HtmlPage => ({
  title: 'Your account is yours again',
  body: markup`<p role="status">Every browser is signed out. From now on, you sign in with this address only.</p>
<p>Sign in and check your scheduled posts, connected accounts and webhooks. If something is wrong, write to ${BRAND.supportEmail}.</p>
<a class="button" href="/login">Sign in</a>`,
});

export const openOtherAccountPage = (token: string): HtmlPage => ({
  title: 'Open your other account',
  body: markup`<p>Press the button to sign in to your other ${BRAND.name} account in this browser.</p>
${form(openOtherAccount.path, token, 'Open the other account')}
<p class="note">It has no address. Give it one in Settings, or delete it there. Another account that is signed in here is signed out.</p>`,
});

export const refusedLinkPage = (message: string): HtmlPage => ({
  title: 'Email address',
  body: markup`<p class="bad" role="alert">${message}</p>
${settings}`,
});
