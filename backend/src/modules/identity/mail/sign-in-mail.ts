import { SIGN_IN } from '@posthorn/contracts/identity/session.http';
import { BRAND } from '@posthorn/contracts/shared/brand';
import type { Mail } from './mailer.ts';

export const signInMail = (to: string, link: string): Mail => ({
  to,
  subject: `Sign in to ${BRAND.name}`,
  text: [
    `Somebody, most likely you, asked to sign in to ${BRAND.name}.`,
    '',
    'Open this link in the browser you asked from:',
    '',
    link,
    '',
    `It works once and for ${String(SIGN_IN.linkMinutes)} minutes.`,
    'If it was not you, do nothing: without this link',
    'nobody gets in.',
    '',
  ].join('\n'),
});
