import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, type FormatConfig } from 'oxfmt';
import { repositoryRoot } from '#infrastructure/config/repository-root.ts';

/**
 * Formats the text of a generated file as `npm run format` requires it.
 * @param file its name decides the language
 * @throws Error when the text cannot be parsed
 */
export async function formatted(text: string, file: string): Promise<string> {
  const options = JSON.parse(readFileSync(join(repositoryRoot(), '.oxfmtrc.json'), 'utf8')) as FormatConfig;
  const { code, errors } = await format(file, text, options);
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join(', ')}`);
  return code;
}
