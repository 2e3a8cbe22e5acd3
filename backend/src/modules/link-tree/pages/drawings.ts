import { avatarColour, initials } from '@posthorn/contracts/shared/avatar-colour';
import type { Stroke } from '@posthorn/contracts/shared/platform-drawings';
import type { PagePicture } from '../domain/link-page/link-page-events.ts';
import { markup, type Html } from '#infrastructure/http/pages/markup.ts';

/** Draws an icon. Screen readers ignore it, because the text next to it says the same. */
export const drawing = (strokes: readonly Stroke[]): Html =>
  markup`<svg class="line" viewBox="0 0 24 24" aria-hidden="true">${strokes.map(({ d, filled }) =>
    filled ? markup`<path d="${d}" fill="currentColor"/>` : markup`<path d="${d}"/>`,
  )}</svg>`;

/** Returns the photo of the owner; null: none. The page shows the name below, so the photo has no alternative text. */
const photograph = (pictures: readonly PagePicture[]): Html | null => {
  const smallest = pictures.at(-1);
  if (!smallest) return null;
  const sizes = pictures.map(({ mediaUrl, width }) => `${mediaUrl} ${String(width)}w`).join(', ');
  return markup`<img class="avatar" src="${smallest.mediaUrl}" srcset="${sizes}" sizes="116px" width="104" height="104" alt="">`;
};

/** Returns the photo, or else the initials of the name, drawn without an external service. */
export const avatar = (name: string, photo: readonly PagePicture[]): Html =>
  photograph(photo) ?? initialsOf(name);

const initialsOf = (name: string): Html =>
  markup`<svg class="avatar" viewBox="0 0 40 40" width="104" height="104" aria-hidden="true"><rect width="40" height="40" rx="20" fill="${avatarColour(name)}"/><text x="20" y="20.5" fill="#fff" font-size="15" font-weight="600" text-anchor="middle" dominant-baseline="central">${initials(name)}</text></svg>`;

export const LOGO = markup`<svg viewBox="0 0 32 32" width="20" height="20" aria-hidden="true"><g fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"><circle cx="14" cy="16.5" r="5"/><path d="M5.5 11.5H14M9 16.5c0-3 2-5 5-5h3.5l8-4.5v11l-6.5-3"/><path d="M19 16.5c0 4.5-2.5 8-7 8H9"/></g></svg>`;
