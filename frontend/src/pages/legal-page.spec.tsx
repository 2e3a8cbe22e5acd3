// @zones
import { BRAND } from '@posthorn/contracts/shared/brand';
import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { LegalPage } from './legal-page.tsx';
import { PRIVACY, TERMS } from './messages.en.ts';

it.each([
  ['terms', TERMS],
  ['privacy', PRIVACY],
] as const)('shows on %s the date of the brand file, the minimum age and a link back', (name, text) => {
  render(<LegalPage text={text} other={name === 'terms' ? 'privacy' : 'terms'} place={() => null} />);
  screen.getByRole('heading', { level: 1, name: text.title });
  const day = new Date(BRAND.legalUpdated).toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' });
  screen.getByText(`Last updated ${day}`);
  screen.getByText(/at least 13 years old/u);
  expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
});
