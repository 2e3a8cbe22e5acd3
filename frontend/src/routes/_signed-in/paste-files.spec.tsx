import { MEDIA, uploadMedia } from '@posthorn/contracts/shared/media.http';
import { beforeEach, expect, it } from '@jest/globals';
import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { answerComposer, content, open } from '#testing/composing.ts';
import { answer } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aPost, aTarget } from '#testing/views.ts';

const picture = (name = 'image.png') => new File(['png'], name, { type: 'image/png' });
let uploads: number;

beforeEach(() => {
  answerComposer(() => []);
  uploads = 0;
  answer(uploadMedia, () => {
    uploads += 1;
    return new Promise(() => undefined);
  });
});

const tiles = () => screen.getAllByRole('button', { name: /\.png, / });

/** Sends a paste, and returns whether the browser still inserts the text. */
const paste = (types: readonly string[], files: readonly File[]): boolean =>
  fireEvent.paste(content(), { clipboardData: { types, files, getData: () => '' } });

it.each(['a new post', '/posts?edit=1'])(
  'offers the files that the server accepts, also in an edit: %s',
  async (address) => {
    answerComposer(() => [aPost({ targets: [aTarget({ accountId: 7 })] })]);
    if (address === 'a new post') await open();
    else renderApp(address);
    const picker = await screen.findByLabelText<HTMLInputElement>('Add media');
    expect(picker.accept).toBe(MEDIA.accept);
    // Windows names a JPEG of a web page `.jfif`. Phones convert HEIC only for a picker that does not offer all images.
    expect(picker.accept).toContain('.jfif');
    expect(picker.accept).not.toContain('*');
  },
);
it.each([
  ['a copied picture of a web page', ['text/html', 'Files']],
  ['a screenshot', ['Files']],
  ['a file of the desktop, without its name', ['text/plain', 'Files']],
])('attaches %s that the user pastes', async (_what, types) => {
  await open();
  expect(paste(types, [picture()])).toBe(false);
  expect(await screen.findByText('image.png')).toBeTruthy();
  await waitFor(() => {
    expect(uploads).toBe(1);
  });
});
it.each([
  ['Word or Excel', ['text/plain', 'text/html', 'text/rtf', 'Files']],
  ['OneNote', ['text/plain', 'text/html', 'Files']],
  ['an editor of plain text', ['text/plain', 'text/rtf', 'Files']],
])('pastes text that was copied in %s without the picture of the text', async (_what, types) => {
  await open();
  expect(paste(types, [picture()])).toBe(true);
  fireEvent.drop(content(), { dataTransfer: { types: ['text/plain'], files: [] } });
  expect(screen.queryByText('image.png')).toBeNull();
  expect(uploads).toBe(0);
});
it('attaches a file once that the user drops anywhere on the form, and leaves dropped text to the field', async () => {
  await open();
  const files = { types: ['Files'], files: [picture()] };
  expect(fireEvent.dragOver(content(), { dataTransfer: files })).toBe(false);
  expect(fireEvent.drop(content(), { dataTransfer: files })).toBe(false);
  await screen.findByText('image.png');
  expect(tiles()).toHaveLength(1);
  const second = { types: ['text/html', 'Files'], files: [picture('second.png')] };
  expect(fireEvent.drop(screen.getByLabelText('Add media'), { dataTransfer: second })).toBe(false);
  await screen.findByText('second.png');
  expect(tiles()).toHaveLength(2);
  const preview = { types: ['text/uri-list', 'text/html', 'Files'], files: [picture()] };
  expect(fireEvent.drop(content(), { dataTransfer: preview })).toBe(true);
  const text = { types: ['text/plain'], files: [] };
  const drop = createEvent.drop(content(), { dataTransfer: text });
  expect([fireEvent.dragOver(content(), { dataTransfer: text }), fireEvent(content(), drop)]).toEqual([
    true,
    true,
  ]);
  expect(tiles()).toHaveLength(2);
});
