import { ENTITLEMENTS } from '@posthorn/contracts/billing/entitlements';
import type { Plan } from '@posthorn/contracts/billing/plan';
import { BRAND, LANDING } from '@posthorn/contracts/shared/brand';
import { expect, it } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { planPoints } from '#features/billing/model/plan-points.ts';
import { LandingPage } from './landing-page.tsx';

it.each<[string, Plan]>([
  ['Free', 'free'],
  ['Premium', 'premium'],
])('lists on the card of %s the same features as the subscription page', (name, plan) => {
  render(<LandingPage price="$19" />);
  const card = screen.getByRole('article', { name });
  const items = within(card).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(
    planPoints(ENTITLEMENTS[plan]).map(({ words, has }) => (has ? words : `Not included: ${words}`)),
  );
  within(card).getByText(/^Analytics for every post/u);
});

it('lists the six features, and marks none of them as "Soon"', () => {
  const { container } = render(<LandingPage price="$19" />);
  const titles = [...container.querySelectorAll('#features h3')].map(({ textContent }) => textContent);
  expect(new Set(titles)).toEqual(
    new Set([
      'Multi-platform scheduling',
      'Universal inbox',
      'AI reply assistant',
      'Public profile pages',
      'Mobile-first design',
      'Smart analytics',
    ]),
  );
  expect(screen.queryByText('Soon')).toBeNull();
});

it('shows the claims of the brand file', () => {
  render(<LandingPage price="$19" />);
  for (const { figure, of } of LANDING.claims)
    expect(screen.getByText(of, { selector: 'dt' }).nextElementSibling?.textContent).toBe(figure);
});

it('shows the testimonials of the brand file, with five stars each', () => {
  render(<LandingPage price="$19" />);
  const stars = screen.getAllByRole('img', { name: 'Five of five stars' });
  expect(stars.map((five) => five.children.length)).toEqual(LANDING.testimonials.map(() => 5));
  for (const { name } of LANDING.testimonials) screen.getByText(name);
});

it('ends with two buttons and the links of the footer', () => {
  render(<LandingPage price="$19" />);
  const hrefs = (name: string) =>
    screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'));
  expect(hrefs('Start Free').at(-1)).toBe('/api/login');
  expect(hrefs('Schedule a Demo')).toEqual(['#demo']);
  const footer = within(screen.getByRole('contentinfo'));
  expect(footer.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/privacy',
    '/terms',
    `mailto:${BRAND.supportEmail}`,
  ]);
});

it('has one main element and one h1, including the demo', () => {
  const { container } = render(<LandingPage price={<p>$19</p>} />);
  expect(container.querySelectorAll('main')).toHaveLength(1);
  expect(container.querySelectorAll('h1')).toHaveLength(1);
  expect(container.querySelector('main')?.querySelector('#demo')).not.toBeNull();
});
