import { redeemLink, requestLink, signOut } from '@posthorn/contracts/identity/session.http';
import { SIGN_IN_TEXT } from '@posthorn/contracts/identity/sign-in-text';
import { BRAND } from '@posthorn/contracts/shared/brand';
import { markup, type Html } from '#infrastructure/http/pages/markup.ts';
import type { HtmlPage } from '#infrastructure/http/pages/page.ts';

const askAgain = markup`<a class="button" href="${requestLink.path}">Ask for a new link</a>`;
const sandboxNote = (isSandbox: boolean): Html | null =>
  isSandbox ? markup`<p class="note">Sandbox: nothing leaves this machine.</p>` : null;

export const signInPage = ({
  problem,
  email = '',
  isSandbox,
}: Readonly<{ problem?: string; email?: string; isSandbox: boolean }>): HtmlPage => ({
  title: 'Sign in',
  body: markup`${problem === undefined ? null : markup`<p class="bad" role="alert">${problem}</p>`}
<p>We will mail you a link. There is no password, and your account is created at your first sign-in.</p>
<form method="post" action="${requestLink.path}">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254" required autofocus value="${email}">
<button>Send me a link</button>
</form>
${sandboxNote(isSandbox)}
<p class="note"><a href="/">Back to Home</a></p>`,
});

/** `link`: only in the sandbox and without a mail server. */
export const linkSentPage = ({
  email,
  link,
  isSandbox,
}: Readonly<{ email: string; link: string | null; isSandbox: boolean }>): HtmlPage => ({
  title: 'Check your mail',
  body: markup`<p role="status">${SIGN_IN_TEXT.linkSent} It goes to ${email}.</p>
${link === null ? null : shownLink(link)}
${sandboxNote(isSandbox)}
<p class="note"><a href="${requestLink.path}">Use another address</a></p>`,
});

const shownLink = (link: string): Html => markup`<p>No mail server is set up here, so this is the link:</p>
<a class="button" href="${link}">Open the sign-in link</a>
<p class="note">${link}</p>`;

export const confirmSignInPage = (token: string): HtmlPage => ({
  title: 'Almost there',
  body: markup`<p>Press the button to sign in to ${BRAND.name} in this browser.</p>
<form method="post" action="${redeemLink.path}">
<input type="hidden" name="token" value="${token}">
<button>Sign in</button>
</form>
<p class="note">It has to be the browser in which you asked for the link.</p>`,
});

export const linkRefusedPage = (message: string): HtmlPage => ({
  title: 'Sign in',
  body: markup`<p class="bad" role="alert">${message}</p>
${askAgain}
<p class="note"><a href="/">Back to Home</a></p>`,
});

export const signOutPage = (): HtmlPage => ({
  title: 'Sign out',
  body: markup`<p>Do you want to sign out of ${BRAND.name} in this browser?</p>
<form method="post" action="${signOut.path}">
<button>Sign out</button>
</form>
<p class="note"><a href="/">Stay signed in</a></p>`,
});
