import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';

export type Upload = Readonly<{ name: string; mimeType: string; buffer: Buffer }>;

/** A JPEG file with a drawn landscape in the light of the given time of day. */
export async function photo(name: string, hour: 'morning' | 'evening' = 'morning'): Promise<Upload> {
  const [sky, light, hill, meadow] =
    hour === 'morning'
      ? ['#8ec5e8', '#fdf3d6', '#6f9a8d', '#47705f']
      : ['#5b4b8a', '#f6a06a', '#7a4a6b', '#3f2b4d'];
  const scene = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 800">
    <linearGradient id="sky" x2="0" y2="1"><stop stop-color="${sky}"/><stop offset="0.8" stop-color="${light}"/></linearGradient>
    <rect width="1200" height="800" fill="url(#sky)"/><circle cx="840" cy="430" r="90" fill="#fff4cf"/>
    <path d="M0 560 C220 420 380 440 560 540 S960 460 1200 560 V800 H0Z" fill="${hill}"/>
    <path d="M0 660 C300 560 520 640 760 640 S1080 600 1200 660 V800 H0Z" fill="${meadow}"/></svg>`;
  return { name, mimeType: 'image/jpeg', buffer: await sharp(Buffer.from(scene)).jpeg().toBuffer() };
}

export type Writing = Readonly<{
  content: string;
  title?: string;
  hashtags?: string;
  /** Names of accounts, or parts of them. Default: the accounts that the dialog selected. */
  accounts?: readonly string[];
  files?: readonly Upload[];
  altText?: string;
  /** Default: the time that the dialog proposes, an hour from now. */
  time?: 'now';
}>;

/** Fills in the dialogs for writing posts, with a mouse. */
export class Composer {
  readonly dialog: Locator;

  constructor(page: Page, title = 'Create New Post') {
    this.dialog = page.getByRole('dialog', { name: title });
  }

  static async open(page: Page): Promise<Composer> {
    await page.getByRole('button', { name: 'Start Creating' }).click();
    const composer = new Composer(page);
    await composer.content.waitFor();
    return composer;
  }

  get content(): Locator {
    return this.dialog.getByRole('textbox', { name: 'Content', exact: true });
  }

  /** Opens a part of the form. On a phone the parts are tabs; on a desktop all of them are visible. */
  async openPart(name: 'Write' | 'Accounts' | 'Preview'): Promise<void> {
    const tab = this.dialog.getByRole('tab', { name: new RegExp(`^${name}`, 'u') });
    if ((await tab.count()) > 0) await tab.click();
  }

  async choose(names: readonly string[]): Promise<void> {
    await this.openPart('Accounts');
    for (const name of names) await this.dialog.getByRole('checkbox', { name }).check();
    await this.openPart('Write');
  }

  async write({ content, title, hashtags, accounts = [], files, altText, time }: Writing): Promise<void> {
    await this.content.fill(content);
    if (title !== undefined) await this.dialog.getByLabel('Title').fill(title);
    if (hashtags !== undefined) await this.dialog.getByLabel('Hashtags').fill(hashtags);
    if (accounts.length > 0) await this.choose(accounts);
    if (files) await this.attach(files, altText);
    if (time === 'now') await this.dialog.getByRole('button', { name: 'Post now', exact: true }).click();
  }

  async attach(files: readonly Upload[], altText?: string): Promise<void> {
    await this.dialog.getByLabel('Add media').setInputFiles([...files]);
    const strip = this.dialog.getByRole('list', { name: 'Attached media' });
    for (const { name } of files) await strip.getByRole('button', { name }).waitFor();
    await strip
      .getByRole('button', { name: /, uploading$/u })
      .first()
      .waitFor({ state: 'detached' });
    const [first] = files;
    if (altText === undefined || !first) return;
    await strip.getByRole('button', { name: first.name }).click();
    await this.dialog.getByLabel(`Alt text of ${first.name}`).fill(altText);
  }

  /** Sends the post and waits until the dialog has closed. */
  async send(button = 'Schedule Post'): Promise<void> {
    await this.dialog.getByRole('button', { name: button }).click();
    await this.dialog.waitFor({ state: 'hidden' });
  }
}
