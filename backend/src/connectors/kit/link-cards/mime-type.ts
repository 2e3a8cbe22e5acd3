import { MIMEType } from 'node:util';

/** Null when there is none, or none that can be read. */
export function mimeTypeIn(text: string | undefined): MIMEType | null {
  try {
    return new MIMEType(text ?? '');
  } catch {
    return null;
  }
}
