import { createHash } from 'node:crypto';
import { redeemCode } from '@posthorn/contracts/identity/session.http';
import { expect, it } from '@jest/globals';
import type { Response } from 'express';
import { markup } from '#infrastructure/http/pages/markup.ts';
import { sendPage } from '#infrastructure/http/pages/page.ts';
import { signInPage, confirmSignInPage, linkSentPage } from './sign-in-pages.ts';

const HOSTILE = `"><script>alert('1')</script>&`;

function rendered(page: Parameters<typeof sendPage>[1]) {
  const sent = { status: 0, headers: {} as Record<string, string>, text: '' };
  const response = {
    status: (status: number) => Object.assign(response, { sent: Object.assign(sent, { status }) }),
    set: (headers: Record<string, string>) =>
      Object.assign(response, { sent: Object.assign(sent, { headers }) }),
    send: (text: string) => Object.assign(response, { sent: Object.assign(sent, { text }) }),
  };
  sendPage(response as unknown as Response, page);
  return sent;
}

it('escapes all input from outside, in texts and attributes', () => {
  const pages = [
    signInPage({ problem: HOSTILE, email: HOSTILE, isSandbox: true }),
    linkSentPage({ email: HOSTILE, link: HOSTILE, isSandbox: false }),
    confirmSignInPage(HOSTILE),
    { title: HOSTILE, body: markup`${HOSTILE}` },
  ];
  for (const page of pages) expect(rendered(page).text).not.toMatch(/<script|alert\('/);
});
it('says that an email was sent only if there is a mail server', () => {
  const recipient = { email: 'ana@example.com', isSandbox: true };
  const sent = rendered(linkSentPage({ ...recipient, link: null })).text;
  expect(sent).toContain('We sent it to ana@example.com.');
  expect(sent).toContain('6-digit code');
  expect(sent).toContain(`<form method="post" action="${redeemCode.path}">`);
  expect(sent).toContain('<input type="hidden" name="email" value="ana@example.com">');
  const shown = rendered(linkSentPage({ ...recipient, link: 'http://localhost/link' })).text;
  expect(shown).toContain('no email was sent');
  expect(shown).not.toMatch(/We sent it|6-digit code/u);
});
it('has only the style that its policy allows, and no script', () => {
  const { headers, text } = rendered(signInPage({ isSandbox: true }));
  const [, css = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? [];
  const hash = createHash('sha256').update(css).digest('base64');
  expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`);
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['content-security-policy']).toContain("form-action 'self'");
  expect(text).not.toMatch(/<script|\sstyle=|\son\w+=/);
});
it("forbids caching, and does not send the page's URL to other sites", () => {
  const { headers } = rendered(confirmSignInPage('t'.repeat(27)));
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' });
});
