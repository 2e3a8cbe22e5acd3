import type { PreviewFit } from './preview-fit.ts';

/** The text in a field of the platform; null when it is empty. */
export function textOption({ options }: Pick<PreviewFit, 'options'>, name: string): string | null {
  const value = options[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
