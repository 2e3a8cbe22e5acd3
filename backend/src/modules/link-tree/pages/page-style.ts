import { createHash } from 'node:crypto';
import { LINK_PAGE_THEMES, type LinkPageTheme, type Palette } from '@posthorn/contracts/link-tree/themes';

const LAYOUT = `
*{box-sizing:border-box}
html{background:var(--low);-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;background:linear-gradient(var(--high),var(--low));color:var(--ink);font:16px/1.5 'Inter Variable',Inter,ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;overflow-wrap:anywhere;-webkit-font-smoothing:antialiased}
a{color:inherit;text-decoration:none}
ul{margin:0;padding:0;list-style:none}
svg{display:block;flex:none}
.line{width:24px;height:24px;fill:none;stroke:currentColor;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}
.top{display:flex;justify-content:flex-end;width:100%;max-width:712px;margin:0 auto;padding:12px 16px}
.action{display:inline-flex;align-items:center;min-height:44px;padding:0 20px;border-radius:22px;background:var(--accent);color:var(--on-accent);font-size:15px;font-weight:600}
.top .action{padding:0 18px;border:1px solid var(--edge);background:var(--surface);color:var(--ink);font-size:14px}
main{flex:1;width:100%;max-width:712px;margin:0 auto;padding:0 16px}
.banner{display:block;width:100%;height:auto;aspect-ratio:3;object-fit:cover;border-radius:20px;background:var(--surface)}
.who{display:flex;flex-direction:column;align-items:center;padding-top:12px;text-align:center}
.avatar{width:104px;height:104px;border-radius:50%;object-fit:cover;box-shadow:0 0 0 4px var(--surface),0 6px 20px rgb(0 0 0/.14)}
.banner+.who{margin-top:-64px;position:relative}
h1{margin:16px 0 0;font-size:clamp(26px,7vw,34px);line-height:1.15;font-weight:750;letter-spacing:-.022em;text-wrap:balance}
.at{margin:4px 0 0;color:var(--soft);font-weight:500}
.says{max-width:44ch;margin:12px 0 0;color:var(--soft);font-size:17px;line-height:1.5;text-wrap:pretty}
h2{margin:40px 0 16px;font-size:17px;line-height:1.3;font-weight:700;letter-spacing:-.01em;text-align:center}
.card{background:var(--surface);border:1px solid var(--edge);border-radius:18px;box-shadow:0 1px 2px rgb(0 0 0/.04),0 6px 20px rgb(0 0 0/.05)}
a.card{transition:transform .16s ease,box-shadow .16s ease}
a.card:hover{transform:translateY(-2px);box-shadow:0 2px 4px rgb(0 0 0/.06),0 12px 28px rgb(0 0 0/.1)}
a.card:active{transform:none}
.accounts{display:grid;gap:12px}
.accounts li{min-width:0}
.accounts .card{display:flex;align-items:center;gap:10px;height:100%;min-height:60px;padding:10px}
.accounts b,.accounts i{display:block;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.accounts b{font-size:15px;line-height:1.3;font-weight:650}
.accounts i{color:var(--soft);font-size:13px;line-height:1.4;font-style:normal}
.accounts span{min-width:0}
.disc{display:grid;flex:none;place-items:center;width:36px;height:36px;border-radius:50%;background:color-mix(in srgb,var(--ink) 9%,transparent)}
.disc .line{width:20px;height:20px}
.face{position:relative;flex:none;width:36px;height:36px}
.face img{display:block;width:36px;height:36px;border-radius:50%;object-fit:cover;background:var(--edge)}
.face .line{position:absolute;right:-5px;bottom:-5px;width:20px;height:20px;padding:3px;border-radius:50%;background:var(--surface)}
.links{display:grid;gap:12px;margin-top:24px}
.links .card{display:grid;grid-template-columns:36px 1fr 36px;align-items:center;gap:8px;min-height:60px;padding:11px 10px;text-wrap:balance;font-weight:650;line-height:1.35;text-align:center}
.posts{display:grid;gap:16px}
.post{display:grid;height:100%;overflow:hidden}
.post img,.post video{display:block;width:100%;height:100%;object-fit:cover;background:var(--edge)}
.media{position:relative;aspect-ratio:16/10;overflow:hidden}
.count{position:absolute;top:10px;right:10px;padding:2px 9px;border-radius:11px;background:rgb(0 0 0/.72);color:#fff;font-size:12px;font-weight:600;line-height:18px}
.words{display:flex;flex-direction:column;min-width:0;padding:16px 18px 6px}
h3{margin:0 0 4px;font-size:16px;line-height:1.35;font-weight:700;letter-spacing:-.01em}
.words p{margin:0;font-size:15px;line-height:1.5;white-space:pre-line}
.words .tags{margin-top:6px;color:var(--soft);font-size:14px}
.meta{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:0 8px;min-height:44px;margin-top:auto;padding-top:4px;color:var(--soft);font-size:13px}
.meta time{white-space:nowrap}
.meta ul{display:flex;flex-wrap:wrap;justify-content:flex-end;margin-right:-10px}
.meta li{display:grid;place-items:center;width:40px;height:44px}
.meta a{display:grid;place-items:center;width:44px;height:44px;margin:0 -2px;border-radius:12px}
.meta a:hover{color:var(--ink)}
.meta .line{width:20px;height:20px}
.none{margin:48px 0;color:var(--soft);text-align:center}
.upgrade{display:flex;flex-direction:column;align-items:center;gap:14px;margin-top:16px;padding:22px 20px;border:1.5px dashed var(--soft);border-radius:18px;text-align:center}
.upgrade p{max-width:40ch;margin:0;font-size:15px;text-wrap:balance}
footer{padding:44px 16px 28px;text-align:center}
.by{display:inline-flex;align-items:center;gap:8px;min-height:44px;padding:0 12px;color:var(--soft);font-size:14px;font-weight:550}
.by svg{width:20px;height:20px}
.by:hover{color:var(--ink)}
.missing{display:grid;place-items:center;align-content:center;gap:12px;text-align:center}
.missing p{margin:0 0 12px;color:var(--soft);font-size:17px}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px}
@media(min-width:560px){.top{padding-top:20px}.who{padding-top:20px}.accounts{grid-template-columns:repeat(auto-fit,minmax(208px,1fr))}.avatar{width:116px;height:116px}.beside .post{grid-template-columns:240px 1fr}.beside .media{aspect-ratio:auto;min-height:180px}.beside img{position:absolute;inset:0}.words{padding:20px 22px 8px}h3{font-size:18px}}
@media(prefers-reduced-motion:reduce){a.card{transition:none}a.card:hover{transform:none}}
`;

const isDark = ({ page }: Palette): boolean => Number.parseInt(page[1].slice(1, 3), 16) < 0x80;

const variables = (palette: Palette): string => {
  const { page, surface, edge, ink, soft, accent, onAccent } = palette;
  return [
    `color-scheme:${isDark(palette) ? 'dark' : 'light'}`,
    ...[`--high:${page[0]}`, `--low:${page[1]}`, `--surface:${surface}`, `--edge:${edge}`, `--ink:${ink}`],
    ...[`--soft:${soft}`, `--accent:${accent}`, `--on-accent:${onAccent}`],
  ].join(';');
};

/** The CSS of the page's only style element. `hash`: the content security policy allows CSS with this hash. */
export type PageStyle = Readonly<{ css: string; hash: string }>;

function styleOf(theme: LinkPageTheme): PageStyle {
  const { colours, dark } = LINK_PAGE_THEMES[theme];
  const night = dark ? `@media(prefers-color-scheme:dark){:root{${variables(dark)}}}` : '';
  const css = `\n:root{${variables(colours)}}${night}${LAYOUT}`;
  return { css, hash: `sha256-${createHash('sha256').update(css).digest('base64')}` };
}

const styles = new Map<LinkPageTheme, PageStyle>();

export function pageStyle(theme: LinkPageTheme): PageStyle {
  const known = styles.get(theme) ?? styleOf(theme);
  styles.set(theme, known);
  return known;
}

/** Returns the colours of the address bar in phone browsers. */
export const barColours = (theme: LinkPageTheme): Readonly<{ light: string; dark: string }> => {
  const { colours, dark = colours } = LINK_PAGE_THEMES[theme];
  return { light: colours.page[0], dark: dark.page[0] };
};
