/** Colours of a link page as sRGB hex. `edge` is decoration. All text has a contrast of at least 4.5 : 1 to its background; a spec checks this. */
export type Palette = Readonly<{
  /** The background, from top to bottom. */
  page: readonly [string, string];
  /** The background of buttons and cards. */
  surface: string;
  edge: string;
  ink: string;
  /** Less important text: the sentence, dates. */
  soft: string;
  /** The call to action and the focus ring. */
  accent: string;
  onAccent: string;
}>;

const light: Palette = {
  page: ['#fafaf9', '#f0efec'],
  surface: '#ffffff',
  edge: '#e2e0db',
  ink: '#1c1917',
  soft: '#57534e',
  accent: '#1c1917',
  onAccent: '#fafaf9',
};
const dark: Palette = {
  page: ['#171717', '#0c0c0d'],
  surface: '#262626',
  edge: '#3a3a3b',
  ink: '#fafafa',
  soft: '#b4b4b4',
  accent: '#fafafa',
  onAccent: '#171717',
};

/** In the order of the form. */
export const LINK_PAGE_THEME_NAMES = [
  'system',
  'light',
  'dark',
  'sand',
  'forest',
  'ocean',
  'dusk',
  'rose',
] as const;
export type LinkPageTheme = (typeof LINK_PAGE_THEME_NAMES)[number];

/** `dark`: the colours on devices in dark mode. A theme without `dark` is the same on every device. */
export type Theme = Readonly<{ label: string; colours: Palette; dark?: Palette }>;

export const LINK_PAGE_THEMES: Readonly<Record<LinkPageTheme, Theme>> = {
  system: { label: 'System', colours: light, dark },
  light: { label: 'Light', colours: light },
  dark: { label: 'Dark', colours: dark },
  sand: {
    label: 'Sand',
    colours: {
      page: ['#f7efe2', '#ecdcc3'],
      surface: '#fffaf1',
      edge: '#e0cdae',
      ink: '#3b2a17',
      soft: '#6b5437',
      accent: '#8a4b16',
      onAccent: '#fff8ee',
    },
  },
  forest: {
    label: 'Forest',
    colours: {
      page: ['#1c3a2e', '#0f231b'],
      surface: '#28493b',
      edge: '#3d6352',
      ink: '#f2f7f1',
      soft: '#c3d6c8',
      accent: '#d8e8a8',
      onAccent: '#1b3022',
    },
  },
  ocean: {
    label: 'Ocean',
    colours: {
      page: ['#e3f1f8', '#bfdcec'],
      surface: '#f7fcff',
      edge: '#a9cce0',
      ink: '#0c2d48',
      soft: '#30536d',
      accent: '#0b4f7d',
      onAccent: '#f2faff',
    },
  },
  dusk: {
    label: 'Dusk',
    colours: {
      page: ['#34265c', '#7a2f5f'],
      surface: '#402c63',
      edge: '#6b4b85',
      ink: '#fdf4ff',
      soft: '#ead5f2',
      accent: '#ffc9a3',
      onAccent: '#3a1a33',
    },
  },
  rose: {
    label: 'Rose',
    colours: {
      page: ['#fdeef0', '#f8d5dc'],
      surface: '#fffafa',
      edge: '#efbcc7',
      ink: '#4a1524',
      soft: '#7a3a4b',
      accent: '#a3213f',
      onAccent: '#fff5f6',
    },
  },
};
