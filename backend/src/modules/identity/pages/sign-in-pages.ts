import {
  redeemCode,
  redeemLink,
  requestLink,
  SIGN_IN,
  signOut,
} from '@posthorn/contracts/identity/session.http';
import { SIGN_IN_TEXT } from '@posthorn/contracts/identity/sign-in-text';
import { BRAND } from '@posthorn/contracts/shared/brand';
import { markup, type Html } from '#infrastructure/http/pages/markup.ts';
import type { HtmlPage } from '#infrastructure/http/pages/page.ts';

const newLinkButton = markup`<a class="button" href="${requestLink.path}">Ask for a new link</a>`;
const sandboxNote = (isSandbox: boolean): Html | null =>
  isSandbox ? markup`<p class="note">Sandbox: nothing leaves this machine.</p>` : null;

export const signInPage = ({
  problem,
  email = '',
  isSandbox,
}: Readonly<{ problem?: string; email?: string; isSandbox: boolean }>): HtmlPage => ({
  title: 'Sign in',
  body: markup`${problem === undefined ? null : markup`<p class="bad" role="alert">${problem}</p>`}
<p>We will email you a link and a code. There is no password, and your account is created when you first sign in.</p>
<form method="post" action="${requestLink.path}">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254" required autofocus value="${email}">
<button>Send me a link</button>
</form>
${sandboxNote(isSandbox)}
<p class="note"><a href="${redeemCode.path}">I have a code</a></p>
<p class="note"><a href="/">Back to Home</a></p>`,
});

const hiddenEmail = (email: string): Html => markup`<input type="hidden" name="email" value="${email}">`;
const typedEmail = (email: string): Html => markup`<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254" required value="${email}">`;

/** The form contains the address too, so that each tab signs in with the address that it shows. */
const codeForm = (address: Html): Html => markup`<form method="post" action="${redeemCode.path}">
${address}
<label for="code">${String(SIGN_IN.codeDigits)}-digit code</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="\\s*([0-9]\\s*){${String(SIGN_IN.codeDigits)}}" title="${String(SIGN_IN.codeDigits)} digits" maxlength="16" required>
<button>Continue with the code</button>
</form>`;

export const typeCodePage = ({
  problem,
  email = '',
}: Readonly<{ problem?: string; email?: string }>): HtmlPage => ({
  title: 'Enter your code',
  body: markup`${
    problem === undefined
      ? markup`<p>The code is in the email with your sign-in link.</p>`
      : markup`<p class="bad" role="alert">${problem}</p>`
  }
${codeForm(typedEmail(email))}
<p class="note"><a href="${requestLink.path}">Ask for a new code</a></p>`,
});

/** Returns the page for a link that another browser requested. For example, the user opened the link in the browser of a mail app. */
export const linkElsewherePage = (): HtmlPage => ({
  title: 'Open it in the other browser',
  body: markup`<p role="status">${SIGN_IN_TEXT.linkElsewhere}</p>
${codeForm(typedEmail(''))}
${newLinkButton}`,
});

/** `link`: null, except in a sandbox without a mail server. */
export const linkSentPage = ({
  email,
  link,
  isSandbox,
}: Readonly<{ email: string; link: string | null; isSandbox: boolean }>): HtmlPage => ({
  title: link === null ? 'Check your mail' : 'Your sign-in link',
  body: markup`${link === null ? sentMail(email) : shownLink(email, link)}
${sandboxNote(isSandbox)}
<p class="note"><a href="${requestLink.path}">Use another address</a></p>`,
});

const sentMail = (
  email: string,
): Html => markup`<p role="status">${SIGN_IN_TEXT.linkSent} We sent it to ${email}.</p>
${codeForm(hiddenEmail(email))}`;

const shownLink = (
  email: string,
  link: string,
): Html => markup`<p role="status">No mail server is set up here, so no email was sent. This link signs in ${email}. It works once, in this browser, within ${String(SIGN_IN.linkMinutes)} minutes.</p>
<a class="button" href="${link}">Open the sign-in link</a>
<p class="note">${link}</p>`;

export const confirmSignInPage = (token: string): HtmlPage => ({
  title: 'Almost there',
  body: markup`<p>Press the button to sign in to ${BRAND.name} in this browser.</p>
<form method="post" action="${redeemLink.path}">
<input type="hidden" name="token" value="${token}">
<button>Sign in</button>
</form>`,
});

export const linkRefusedPage = (message: string): HtmlPage => ({
  title: 'Sign in',
  body: markup`<p class="bad" role="alert">${message}</p>
${newLinkButton}
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
