import type { Visitor } from './visitor.ts';

/** Requests a sign-in link from the landing page on, and returns its URL. The sandbox shows the link on the next page. */
export async function requestLink(visitor: Visitor, email: string): Promise<string> {
  const { page } = visitor;
  await visitor.open('/');
  await page.getByRole('link', { name: 'Get Started' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue with Email' }).click();
  const link = page.getByRole('link', { name: 'Open the sign-in link' });
  return (await link.getAttribute('href')) ?? '';
}
