import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';

export type ThemePreference = 'light' | 'dark' | 'system';
// The script in index.html reads the same key before the first paint.
const THEME_KEY = 'vite-ui-theme';
const PAGE = { light: '#f8f8fa', dark: '#0a0a0a' } as const;

type ThemeChoice = Readonly<{
  theme: ThemePreference;
  resolved: 'light' | 'dark';
  setTheme: (theme: ThemePreference) => void;
}>;
const ThemeContext = createContext<ThemeChoice | null>(null);

export function useTheme(): ThemeChoice {
  const choice = use(ThemeContext);
  if (!choice) throw new Error('useTheme must be used within a ThemeProvider');
  return choice;
}

export function ThemeProvider({ children }: { children: ReactNode }) {
  const [theme, choose] = useState(stored);
  const [systemDark, setSystemDark] = useState(() => darkSystem().matches);
  const resolved = theme === 'system' ? (systemDark ? 'dark' : 'light') : theme;

  useEffect(() => {
    const system = darkSystem();
    const onSystemChange = () => {
      setSystemDark(system.matches);
    };
    system.addEventListener('change', onSystemChange);
    return () => {
      system.removeEventListener('change', onSystemChange);
    };
  }, []);
  useEffect(() => {
    document.documentElement.classList.remove('light', 'dark');
    document.documentElement.classList.add(resolved);
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', PAGE[resolved]);
  }, [resolved]);

  const setTheme = useCallback((next: ThemePreference) => {
    choose(next);
    try {
      localStorage.setItem(THEME_KEY, next);
    } catch {
      // The storage may be full or forbidden. In this case, the choice is lost when the page closes.
    }
  }, []);
  const choice = useMemo(() => ({ theme, resolved, setTheme }) as const, [theme, resolved, setTheme]);
  return <ThemeContext value={choice}>{children}</ThemeContext>;
}

const darkSystem = () => window.matchMedia('(prefers-color-scheme: dark)');

function stored(): ThemePreference {
  try {
    const value = localStorage.getItem(THEME_KEY);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    return 'system';
  }
}
