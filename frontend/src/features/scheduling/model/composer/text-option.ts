import type { PreviewFit } from './preview-fit.ts';

/** Returns the text in a field of the platform; null: the field is empty. */
export function textOption({ options }: Pick<PreviewFit, 'options'>, name: string): string | null {
  const value = options[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
