import { MIMEType } from 'node:util';

/** The MIME type in the text; null if there is none or it cannot be parsed. */
export function mimeTypeIn(text: string | undefined): MIMEType | null {
  try {
    return new MIMEType(text ?? '');
  } catch {
    return null;
  }
}
