type Brought = Readonly<{ types: readonly string[]; files: Iterable<File> }>;

/** Whether the user drags files from outside the browser. A picture of a page, such as a preview in the form, also brings HTML. */
export const areFromDesktop = ({ types }: Pick<Brought, 'types'>): boolean =>
  types.includes('Files') && !types.includes('text/html');

/**
 * The files that the user pastes. Office programs add a picture to each copied text, and the user means the text. Beside copied files there is at most
 * plain text, with their names.
 */
export function pastedFiles({ types, files }: Brought): File[] {
  const isText = types.includes('text/plain') && (types.includes('text/html') || types.includes('text/rtf'));
  return isText ? [] : [...files];
}
