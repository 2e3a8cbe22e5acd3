import { BRAND } from '@posthorn/contracts/shared/brand';
import tailwindcss from '@tailwindcss/vite';
import { build, runnerImport, type Plugin } from 'vite';
import type { pages, parts, Rendered } from './src/pages/render.tsx';

const STYLE = 'src/pages/pages.css';
/** Applies the theme that the user chose in the app, else the theme of the system. The server allows this script by its hash. */
const THEME = `<script>try{const t=localStorage.getItem('vite-ui-theme');if(t==='dark'||t==='light')document.documentElement.classList.add(t)}catch{}</script>`;
const DARK = /\.dark(\{[^}]*\})/;

/**
 * Renders the pages without the app (landing, sign-in, terms, privacy, offline) as HTML with inline styles,
 * so that one response is enough.
 */
export function prerender(): Plugin {
  return {
    name: 'prerender',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler() {
        const { module } = await runnerImport<{ pages: typeof pages; parts: typeof parts }>(
          './src/pages/render.tsx',
          { configFile: false, logLevel: 'warn' },
        );
        const style = await styleOf([
          ...Object.values(module.pages).map(({ body }) => body),
          ...Object.values(module.parts),
        ]);
        for (const [name, page] of Object.entries(module.pages)) {
          const { body, rules } = withClassesForStyles(page.body);
          const source = document({ ...page, body }, `${style}${rules}`);
          this.emitFile({ type: 'asset', fileName: `pages/${name}.html`, source });
        }
        this.emitFile({ type: 'asset', fileName: 'pages/parts.json', source: JSON.stringify(module.parts) });
      },
    },
  };
}

const document = (
  { title, description, body, hasTheme, script }: Rendered,
  style: string,
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f8f8fa" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0a0a0a" media="(prefers-color-scheme: dark)">
<meta name="description" content="${description}">
<title>${title} · ${BRAND.name}</title>
<meta property="og:type" content="website">
<meta property="og:site_name" content="${BRAND.name}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta name="twitter:card" content="summary">
<!--crawlers-->
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/app.webmanifest">
${hasTheme ? THEME : ''}<style>${style}</style>
</head>
<body>${body}${script === undefined ? '' : `<script>${script}</script>`}</body>
</html>
`;

const TAG_WITH_STYLE = /<[a-z][^>]* style="([^"]*)"[^>]*>/g;

/**
 * Replaces style attributes with classes, because the content security policy of these pages allows only the
 * style element, by its hash.
 */
function withClassesForStyles(html: string): Readonly<{ body: string; rules: string }> {
  const names = new Map<string, string>();
  const body = html.replaceAll(TAG_WITH_STYLE, (tag, declarations: string) => {
    const name = names.get(declarations) ?? `own-${String(names.size + 1)}`;
    names.set(declarations, name);
    const rest = tag.replace(` style="${declarations}"`, '');
    return rest.includes(' class="')
      ? rest.replace(' class="', ` class="${name} `)
      : rest.replace(/^<[a-z]+/, (start) => `${start} class="${name}"`);
  });
  return { body, rules: [...names].map(([declarations, name]) => `.${name}{${declarations}}`).join('') };
}

/** Returns the CSS of the classes that these pages use. The dark theme applies if the system is dark and no script sets the theme. */
async function styleOf(html: readonly string[]): Promise<string> {
  const classes = new Set(
    html.flatMap((text) =>
      [...text.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
    ),
  );
  const used = [...classes].map((name) => name.replaceAll('&amp;', '&').replaceAll('&gt;', '>'));
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [
      {
        name: 'classes-of-pages',
        enforce: 'pre',
        transform: (code, id) =>
          id.endsWith(STYLE)
            ? `${code}${used.map((name) => `@source inline(${JSON.stringify(name)});`).join('\n')}`
            : null,
      },
      tailwindcss(),
    ],
    build: { write: false, target: 'es2023', rolldownOptions: { input: STYLE } },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((each) =>
    'output' in each ? each.output : [],
  );
  const css = outputs.find((part) => part.type === 'asset' && part.fileName.endsWith('.css'));
  if (css?.type !== 'asset') throw new Error('The pages have no style.');
  return String(css.source)
    .trim()
    .replace(
      DARK,
      (rule, body: string) => `${rule}@media(prefers-color-scheme:dark){:root:not(.light)${body}}`,
    );
}
