import { avatarColour, initials } from '@posthorn/contracts/shared/avatar-colour';
import { PUBLIC_PAGE_TEXT } from '@posthorn/contracts/link-tree/link-page.http';
import { LINK_PAGE_THEMES } from '@posthorn/contracts/link-tree/themes';
import { uploadDrawing } from '#infrastructure/media/drawing/drawing-places.ts';
import type { Drawing } from '#infrastructure/media/drawing/drawing-queue.ts';
import type { PublicPage } from '../read-models/pages/public-page.ts';
import { breakLines } from './break-lines.ts';
import { Letters } from './letters.ts';
import { CARD } from './head.ts';

/** The data of a page that its card shows. */
export type CardWords = Pick<PublicPage, 'handle' | 'displayName' | 'sentence' | 'theme' | 'isPremium'>;

const LEFT = 88;
const WIDTH = CARD.width - 2 * LEFT;
/** The maximum length of a text, in UTF-16 units: more than fits on a card. Prevents the measuring of very long texts. */
const WORDS_MAX = 400;
const QUALITY = 82;

type Ink = Readonly<{ ink: string; soft: string }>;
const ON_BANNER: Ink = { ink: '#ffffff', soft: '#f0f0f0' };

let loaded: Promise<readonly [Letters, Letters]> | null = null;
/** Loads the fonts with the first card, so that a process without cards loads no fonts. */
const letters = () => (loaded ??= Promise.all([Letters.load(500), Letters.load(700)]));

/**
 * Draws the preview picture of a page, as JPEG. Draws texts as outlines, so the SVG contains no text of the user.
 * @param banner a file for the background, which is darkened; null: the background has the colours of the theme
 * @throws DrawingQueueFull, PictureTooComplex, PictureUnreadable
 */
export async function drawCard(words: CardWords, banner: string | null, turn: Drawing): Promise<Buffer> {
  const { colours } = LINK_PAGE_THEMES[words.theme];
  const [plain, bold] = await letters();
  const front = svg(words, banner === null ? colours : ON_BANNER, { plain, bold });
  const drawn = await uploadDrawing.draw(
    'compose',
    {
      ground: banner ?? Buffer.from(gradient(colours.page)),
      layers: banner === null ? [front] : [shade(), front],
      width: CARD.width,
      height: CARD.height,
      quality: QUALITY,
    },
    turn,
  );
  return Buffer.from(drawn);
}

const frame = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${String(CARD.width)}" height="${String(CARD.height)}">${content}</svg>`;

const gradient = ([high, low]: readonly [string, string]): string =>
  frame(
    `<defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="${high}"/><stop offset="1" stop-color="${low}"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/>`,
  );

/** Darkens the banner enough for white letters, even on a white banner: 62 % black gives a contrast of 6:1. */
const shade = (): string => frame('<rect width="100%" height="100%" fill="#000" fill-opacity="0.62"/>');

type Fonts = Readonly<{ plain: Letters; bold: Letters }>;

function svg(words: CardWords, { ink, soft }: Ink, { plain, bold }: Fonts): string {
  const handleText = `@${words.handle}`;
  const name = bold.drawable(words.displayName.slice(0, WORDS_MAX)) ?? '';
  const title = name === '' ? handleText : name;
  const sentence = plain.drawable(words.sentence.slice(0, WORDS_MAX)) ?? '';
  const drawn: string[] = [avatar(words, bold)];
  let y = 300;
  const write = (text: string, font: Letters, size: number, most: number, fill: string) => {
    const widthOf = (part: string) => font.widthOf(part, size);
    for (const line of breakLines(text, { width: WIDTH, most, widthOf })) {
      y += size * 1.2;
      drawn.push(`<path fill="${fill}" d="${font.pathOf(line, LEFT, y, size)}"/>`);
    }
  };
  write(title, bold, 68, sentence === '' ? 2 : 1, ink);
  y += 8;
  if (title !== handleText) write(handleText, plain, 34, 1, soft);
  y += 14;
  write(sentence, plain, 32, 2, soft);
  if (!words.isPremium) {
    const by = PUBLIC_PAGE_TEXT.poweredBy;
    const x = CARD.width - LEFT - plain.widthOf(by, 24);
    drawn.push(`<path fill="${soft}" d="${plain.pathOf(by, x, CARD.height - 40, 24)}"/>`);
  }
  return frame(drawn.join(''));
}

/** Returns the initials in a coloured circle, as on the page. */
function avatar({ displayName, handle }: CardWords, font: Letters): string {
  const [radius, middle] = [92, 178];
  const drawable = font.drawable(initials(displayName.slice(0, WORDS_MAX)).slice(0, 8));
  const first = drawable === null || drawable === '' ? initials(handle) : drawable;
  const size = 68;
  const x = LEFT + radius - font.widthOf(first, size) / 2;
  return `<circle cx="${String(LEFT + radius)}" cy="${String(middle)}" r="${String(radius)}" fill="${avatarColour(displayName)}"/><path fill="#fff" d="${font.pathOf(first, x, middle + size * 0.36, size)}"/>`;
}
