import { MIMEType } from 'node:util';

/** Null when there is none, or it cannot be parsed. */
export function mimeTypeIn(text: string | undefined): MIMEType | null {
  try {
    return new MIMEType(text ?? '');
  } catch {
    return null;
  }
}
