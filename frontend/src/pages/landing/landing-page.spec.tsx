import { ENTITLEMENTS } from '@posthorn/contracts/billing/entitlements';
import type { Plan } from '@posthorn/contracts/billing/plan';
import { expect, it } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { planPoints } from '#features/billing/model/plan-points.ts';
import { LandingPage } from './landing-page.tsx';

it.each<[string, Plan]>([
  ['Free', 'free'],
  ['Premium', 'premium'],
])('lists on the card of %s what the plan has and lacks, as the subscription page does', (name, plan) => {
  render(<LandingPage price="$19" />);
  const card = screen.getByRole('article', { name });
  const items = within(card).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(
    planPoints(ENTITLEMENTS[plan]).map(({ words, has }) => (has ? words : `Not included: ${words}`)),
  );
  within(card).getByText(/^Analytics for every post/u);
});

it('calls no feature "Soon"', () => {
  render(<LandingPage price="$19" />);
  screen.getByRole('heading', { name: 'Smart analytics' });
  expect(screen.queryByText('Soon')).toBeNull();
});

it('has one main part and one first heading, the demo included', () => {
  const { container } = render(<LandingPage price={<p>$19</p>} />);
  expect(container.querySelectorAll('main')).toHaveLength(1);
  expect(container.querySelectorAll('h1')).toHaveLength(1);
  expect(container.querySelector('main')?.querySelector('#demo')).not.toBeNull();
});
