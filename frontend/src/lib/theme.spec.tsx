import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { ThemeProvider, useTheme } from './theme.tsx';

let isDark: boolean;
const listeners = new Set<() => void>();
beforeEach(() => {
  localStorage.clear();
  isDark = true;
  window.matchMedia = (() => ({
    get matches() {
      return isDark;
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  })) as unknown as typeof window.matchMedia;
});
afterEach(() => {
  jest.restoreAllMocks();
});

const Choice = () => {
  const { theme, setTheme } = useTheme();
  return (
    <button
      type="button"
      onClick={() => {
        setTheme('dark');
      }}
    >
      {theme}
    </button>
  );
};
const classes = () => [...document.documentElement.classList];

it('follows the operating system until the user chooses a theme', () => {
  render(
    <ThemeProvider>
      <Choice />
    </ThemeProvider>,
  );
  const button = screen.getByRole('button', { name: 'system' });
  expect(classes()).toContain('dark');
  const switchSystem = (toDark: boolean) => {
    isDark = toDark;
    act(() => {
      for (const listener of listeners) listener();
    });
  };
  switchSystem(false);
  expect(classes()).toContain('light');
  act(() => {
    button.click();
  });
  switchSystem(false);
  expect(classes()).toContain('dark');
  expect(localStorage.getItem('vite-ui-theme')).toBe('dark');
});

it('throws outside of its provider', () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() => render(<Choice />)).toThrow('useTheme must be used within a ThemeProvider');
});
